// A layered drawing (after Sugiyama). The rank of a layer is the length of the longest chain of layers below it. An arrow that passes ranks
// gets a bend in each of them, which takes a place there like a box, so that no arrow crosses a box. The places of a rank are sorted by the
// average place of their neighbours, first those below, then those above, a fixed number of times.
#include "unit/layers_picture.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace parapet::test {
namespace {

using Place = std::size_t;

constexpr int box_width = 164, box_height = 30, column = 182, bend = 40, row = 78, margin = 14;

class Drawing {
 public:
  explicit Drawing(const std::vector<Layer>& layers) {
    std::map<std::string, Place> place_of;
    for (const Layer& layer : layers) {
      place_of[layer.folder] = places_.size();
      places_.push_back({layer.folder, 0, 0, {}, {}});
    }
    std::vector<std::set<Place>> below(places_.size());
    for (const Layer& layer : layers) {
      for (const std::string& name : layer.builds_on) below[place_of.at(layer.folder)].insert(place_of.at(name));
    }
    find_ranks(below);
    for (Place from = 0; from < below.size(); ++from) {
      for (const Place to : below[from]) {
        if (!leads_there(below, from, to)) arrows_.push_back(route(from, to));
      }
    }
    arrange();
  }

  [[nodiscard]] std::string svg() const {
    const int width = 2 * margin + widest(), height = 2 * margin + static_cast<int>(ranks_.size()) * row - row + box_height;
    std::ostringstream out;
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"layers\" viewBox=\"0 0 " << width << ' ' << height << "\" width=\"" << width
        << "\" height=\"" << height << "\" role=\"img\" aria-label=\"folders of the source, each above those it may include\">\n"
        << "<style>\n"
           ".layers { --ink: #222; font: 13px ui-monospace, \"DejaVu Sans Mono\", monospace; }\n"
           "@media (prefers-color-scheme: dark) { .layers { --ink: #ddd; } }\n"
           ".layers text { fill: var(--ink); text-anchor: middle; }\n"
           ".layers rect { fill: none; stroke: var(--ink); }\n"
           ".layers path { fill: none; stroke: var(--ink); stroke-opacity: .6; } .layers .tip { fill: var(--ink); stroke: none; }\n"
           "</style>\n";
    for (const auto& arrow : arrows_) draw_arrow(out, arrow);
    for (Place place = 0; place < places_.size(); ++place) {
      if (places_[place].name.empty()) continue;
      out << "<rect x=\"" << centre(place) - box_width / 2 << "\" y=\"" << top(place) << "\" width=\"" << box_width << "\" height=\""
          << box_height << "\" rx=\"4\"/><text x=\"" << centre(place) << "\" y=\"" << top(place) + 20 << "\">" << places_[place].name
          << "</text>\n";
    }
    out << "</svg>\n";
    return out.str();
  }

 private:
  struct At {
    std::string name;  // empty: a bend of an arrow
    std::size_t rank = 0;
    int centre = 0;
    std::vector<Place> above, below;
  };

  void find_ranks(const std::vector<std::set<Place>>& below) {
    for (bool changed = true; changed;) {
      changed = false;
      for (Place place = 0; place < below.size(); ++place) {
        for (const Place under : below[place]) {
          if (places_[place].rank > places_[under].rank) continue;
          places_[place].rank = places_[under].rank + 1;
          changed = true;
        }
      }
    }
    for (Place place = 0; place < places_.size(); ++place) put(place);
  }

  void put(Place place) {
    if (ranks_.size() <= places_[place].rank) ranks_.resize(places_[place].rank + 1);
    ranks_[places_[place].rank].push_back(place);
  }

  // Whether `to` is below some other layer that `from` builds on.
  static bool leads_there(const std::vector<std::set<Place>>& below, Place from, Place to) {
    const auto reaches = [&](const auto& self, Place at) -> bool {
      return below[at].contains(to) || std::any_of(below[at].begin(), below[at].end(), [&](Place next) { return self(self, next); });
    };
    return std::any_of(below[from].begin(), below[from].end(), [&](Place next) { return next != to && reaches(reaches, next); });
  }

  std::vector<Place> route(Place from, Place to) {
    std::vector<Place> points{from};
    for (std::size_t rank = places_[from].rank - 1; rank > places_[to].rank; --rank) {
      points.push_back(places_.size());
      places_.push_back({"", rank, 0, {}, {}});
      put(points.back());
    }
    points.push_back(to);
    for (std::size_t k = 1; k < points.size(); ++k) {
      places_[points[k - 1]].below.push_back(points[k]);
      places_[points[k]].above.push_back(points[k - 1]);
    }
    return points;
  }

  void arrange() {
    const int most = widest();
    const auto space = [&](const std::vector<Place>& places) {
      int left = margin + (most - width_of(places)) / 2;
      for (const Place place : places) {
        places_[place].centre = left + width_of(place) / 2;
        left += width_of(place);
      }
    };
    const auto sort = [&](std::vector<Place>& places, std::vector<Place> At::*neighbours) {
      const auto average = [&](Place place) {
        const std::vector<Place>& near = places_[place].*neighbours;
        int sum = 0;
        for (const Place each : near) sum += places_[each].centre;
        return near.empty() ? places_[place].centre : sum / static_cast<int>(near.size());
      };
      std::stable_sort(places.begin(), places.end(), [&](Place a, Place b) { return average(a) < average(b); });
      space(places);
    };
    for (const auto& places : ranks_) space(places);
    for (int round = 0; round < 8; ++round) {
      for (auto& places : ranks_) sort(places, &At::below);
      for (auto places = ranks_.rbegin(); places != ranks_.rend(); ++places) sort(*places, &At::above);
    }
  }

  [[nodiscard]] int width_of(Place place) const { return places_[place].name.empty() ? bend : column; }
  [[nodiscard]] int width_of(const std::vector<Place>& places) const {
    int sum = 0;
    for (const Place place : places) sum += width_of(place);
    return sum;
  }
  [[nodiscard]] int widest() const {
    int most = 0;
    for (const auto& places : ranks_) most = std::max(most, width_of(places));
    return most;
  }
  [[nodiscard]] int centre(Place place) const { return places_[place].centre; }
  [[nodiscard]] int top(Place place) const { return margin + static_cast<int>(ranks_.size() - 1 - places_[place].rank) * row; }

  void draw_arrow(std::ostream& out, const std::vector<Place>& points) const {
    int x = centre(points.front()), y = top(points.front()) + box_height;
    out << "<path d=\"M" << x << ' ' << y;
    const auto curve = [&](int to_x, int to_y) {
      const int middle = (y + to_y) / 2;
      out << " C" << x << ' ' << middle << ' ' << to_x << ' ' << middle << ' ' << to_x << ' ' << to_y;
      x = to_x, y = to_y;
    };
    for (std::size_t k = 1; k < points.size(); ++k) {
      curve(centre(points[k]), top(points[k]));
      if (k + 1 < points.size()) out << " V" << (y = top(points[k]) + box_height);
    }
    out << "\"/><path class=\"tip\" d=\"M" << x << ' ' << y << " l-4 -8 h8 z\"/>\n";
  }

  std::vector<At> places_;
  std::vector<std::vector<Place>> ranks_;   // from the lowest, left to right
  std::vector<std::vector<Place>> arrows_;  // from above to below, with their bends
};

}  // namespace

std::string layers_picture(const std::vector<Layer>& layers) { return Drawing(layers).svg(); }

}  // namespace parapet::test
