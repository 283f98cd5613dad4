// The state panel of the page: memory, store buffers and plain values after each step of an execution.
//
// The tables have every value that a cell takes and every entry that a store buffer holds, each with the steps between which it is there:
//   data-values="0 Idle|3 Want"      the cell is Idle from the beginning and Want from step 3 on
//   data-from="3" data-until="7"     the entry is in its store buffer after steps 3, 4, 5 and 6; without data-until, to the end
// The script of the page shows what belongs to the chosen step. Without scripts the tables show the end of the execution.
#include <algorithm>
#include <map>

#include "report/html.h"
#include "report/page.h"

namespace parapet::report {
namespace {

// What a store buffer has between two steps, counted from 1.
struct BufferEntry {
  std::string text;
  std::size_t from = 0;
  std::optional<std::size_t> until;
  bool mark = false;  // of a store-store fence
};

class StatePanel {
 public:
  StatePanel(const evidence::Execution& execution, bool per_location)
      : execution_(execution),
        signature_(execution.program.signature),
        trace_(execution.trace),
        account_(execution.account),
        per_location_(per_location) {
    record_values();
    record_entries();
    for (const Location& cell : evidence::concerned_cells(execution)) concerned_.insert(cell);
  }

  std::string run() {
    std::string out = "<div class=\"panel\" id=\"state\" tabindex=\"0\">\n<h3 id=\"state-title\">State at the end</h3>\n";
    std::string unused;
    out += cells(Names::Weak, unused);
    out += buffers();
    out += cells(Names::Plain, unused);
    if (!unused.empty())
      out += "<details><summary>names that the execution neither reads nor changes</summary>\n<table>\n" + heading() + unused +
             "</table></details>\n";
    return out + "</div>\n";
  }

 private:
  enum class Names : std::uint8_t { Weak, Plain };

  [[nodiscard]] std::string text(const Value& value) const { return to_string(value, signature_, trace_); }
  [[nodiscard]] std::string text(const WriteAccount& write) const {
    return to_string(write.location, signature_, trace_) + " := " + text(write.value);
  }

  void record_values() {
    const auto set = [&](std::size_t step, const Location& cell, const Value& value) { values_[cell].emplace_back(step, text(value)); };
    for (std::size_t k = 0; k < account_.steps.size(); ++k) {
      for (const PlainAccount& plain : account_.steps[k].plain) {
        if (plain.before != plain.after) set(k + 1, plain.location, plain.after);
      }
      if (account_.steps[k].buffered) continue;
      for (const WriteAccount& write : account_.steps[k].writes) set(k + 1, write.location, write.value);
    }
  }

  // The step of the commit of an entry, counted from 1.
  [[nodiscard]] std::optional<std::size_t> committed(std::size_t entry, const Location& location) const {
    for (std::size_t k = entry + 1; k < account_.steps.size(); ++k) {
      if (account_.steps[k].entry != entry) continue;
      if (std::ranges::any_of(account_.steps[k].writes, [&](const WriteAccount& write) { return write.location == location; }))
        return k + 1;
    }
    return std::nullopt;
  }

  void record_entries() {
    for (std::size_t k = 0; k < account_.steps.size(); ++k) {
      const StepAccount& step = account_.steps[k];
      const auto owner = acting_process(execution_.program, trace_.steps[k]);
      if (!owner) continue;
      if (step.wfence && per_location_) record_mark(*owner, k);
      if (!step.buffered) continue;
      if (per_location_) {
        for (const WriteAccount& write : step.writes)
          entries_[{*owner, to_string(write.location, signature_, trace_)}].push_back(
              {text(write), k + 1, committed(k, write.location), false});
        continue;
      }
      std::string all;
      for (const WriteAccount& write : step.writes) all += (all.empty() ? "" : ", ") + text(write);
      entries_[{*owner, ""}].push_back({all, k + 1, committed(k, step.writes.front().location), false});
    }
  }

  // A store-store fence matters while a write that it orders before later ones is in a buffer of its process.
  void record_mark(Process owner, std::size_t step) {
    std::optional<std::size_t> until = 0;
    for (const auto& [buffer, entries] : entries_) {
      if (buffer.first != owner) continue;
      for (const BufferEntry& entry : entries) {
        if (entry.until && *entry.until <= step + 1) continue;
        if (!entry.until) until.reset();
        if (until && entry.until) until = std::max(*until, *entry.until);
      }
    }
    if (until == 0U) return;
    marks_[owner].push_back({"wfence: writes before step " + std::to_string(step + 1) + " first", step + 1, until, true});
  }

  [[nodiscard]] std::string heading() const {
    std::string out = "<tr><th></th>";
    for (Process process = 0; process < trace_.processes; ++process) out += "<th>" + html_text(process_name(trace_, process)) + "</th>";
    return out + "</tr>\n";
  }

  [[nodiscard]] std::string value_cell(const Location& cell, std::uint32_t columns) const {
    std::string last = text(evidence::initial_value(trace_, cell));
    std::string all = "0 " + last;
    if (const auto found = values_.find(cell); found != values_.end()) {
      for (const auto& [step, value] : found->second) {
        all += "|" + std::to_string(step) + " " + value;
        last = value;
      }
    }
    return std::string("<td class=\"code value\"") + (columns > 1 ? " colspan=\"" + std::to_string(columns) + "\"" : "") +
           " data-values=\"" + html_text(all) + "\">" + html_text(last) + "</td>";
  }

  // A row for a variable; for an array, a row for each choice of all indices but the last, which is the column. Rows of names that the
  // execution does not concern go to `unused`.
  std::string cells(Names which, std::string& unused) const {
    std::string rows;
    bool arrays = false;
    for (std::size_t s = 0; s < trace_.initial.size(); ++s) {
      const Symbol& symbol = signature_.symbols()[s];
      if (symbol.derived() || symbol.weak != (which == Names::Weak)) continue;
      const std::uint32_t width = symbol.arity == 0 ? 1 : trace_.processes;
      for (std::uint32_t first = 0; first < trace_.initial[s].size(); first += width) {
        bool concerned = false;
        std::string row = "<tr><td class=\"code\">" + html_text(row_name(SymbolId(s), first)) + "</td>";
        for (std::uint32_t k = 0; k < width; ++k) {
          const Location cell{SymbolId(s), first + k};
          concerned = concerned || concerned_.contains(cell);
          row += value_cell(cell, symbol.arity == 0 ? trace_.processes : 1);
        }
        (concerned ? rows : unused) += row + "</tr>\n";
        arrays = arrays || (concerned && symbol.arity != 0);
      }
    }
    if (rows.empty()) return "";
    const char* const title = which == Names::Weak ? "Memory" : "Plain values";
    return std::string("<table><caption>") + title + "</caption>\n" + (arrays ? heading() : "") + rows + "</table>\n";
  }

  // `Turn`, `Flag`, `Edge[p1,.]`
  [[nodiscard]] std::string row_name(SymbolId symbol, std::uint32_t cell) const {
    const std::uint32_t arity = signature_[symbol].arity;
    if (arity == 0) return to_string(Location{symbol, cell}, signature_, trace_);
    if (arity == 1 && signature_[symbol].element.empty()) return signature_[symbol].name;
    std::vector<std::string> indices;
    for (const Process process : cell_indices(cell, arity, trace_.processes)) indices.push_back(process_name(trace_, process));
    indices.back() = ".";
    return signature_.cell_text(symbol, indices, ",");
  }

  static std::string entry_html(const BufferEntry& entry) {
    return std::string("<li class=\"entry code") + (entry.mark ? " mark" : "") + (entry.until ? " gone" : "") + "\" data-from=\"" +
           std::to_string(entry.from) + "\"" + (entry.until ? " data-until=\"" + std::to_string(*entry.until) + "\"" : "") + ">" +
           html_text(entry.text) + (entry.mark ? "" : " <small>step " + std::to_string(entry.from) + "</small>") + "</li>";
  }

  // A row for each process, or for each process and location that it writes; the oldest entry, which leaves first, comes first.
  std::string buffers() const {
    if (entries_.empty()) return "";
    std::string out = std::string("<table class=\"buffers\"><caption>Store buffers, oldest entry first</caption>\n");
    for (const auto& [buffer, entries] : entries_) {
      const auto& [owner, location] = buffer;
      out += "<tr><td class=\"code\">" + html_text(process_name(trace_, owner)) + (location.empty() ? "" : " " + html_text(location)) +
             "</td><td><ol>";
      for (const BufferEntry& entry : entries) out += entry_html(entry);
      out += "</ol></td></tr>\n";
    }
    for (const auto& [owner, marks] : marks_) {
      out += "<tr><td class=\"code\">" + html_text(process_name(trace_, owner)) + "</td><td><ol>";
      for (const BufferEntry& mark : marks) out += entry_html(mark);
      out += "</ol></td></tr>\n";
    }
    return out + "</table>\n";
  }

  const evidence::Execution& execution_;
  const Signature& signature_;
  const Trace& trace_;
  const Account& account_;
  bool per_location_;
  std::set<Location> concerned_;
  std::map<Location, std::vector<std::pair<std::size_t, std::string>>> values_;  // later ones, with the step that brings them
  std::map<std::pair<Process, std::string>, std::vector<BufferEntry>> entries_;  // by process and location; one buffer per process: ""
  std::map<Process, std::vector<BufferEntry>> marks_;
};

}  // namespace

std::string state_html(const evidence::Execution& execution, bool per_location) { return StatePanel(execution, per_location).run(); }

}  // namespace parapet::report
