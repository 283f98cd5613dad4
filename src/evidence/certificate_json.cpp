// Terms are written as their structure, one array each, the operator first (docs/formats.md has the list); names of sorts, symbols and
// constructors are those of the model, numbers are strings, since they are exact and of any size.
#include "evidence/certificate_json.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/json.h"
#include "base/narrow.h"
#include "evidence/ghost_json.h"
#include "evidence/heading.h"
#include "evidence/term_json.h"

namespace parapet::evidence {
namespace {

class CertificateWriter {
 public:
  CertificateWriter(const TermArena& arena, const Certificate& certificate) : arena_(arena), certificate_(certificate) {}

  std::string write(std::string_view file) {
    json_.begin_object();
    json_.member("format", certificate_format.name);
    json_.member("format_version", certificate_format.version);
    json_.member("file", file);
    json_.member("digest", certificate_.digest);
    json_.member("engine", certificate_.engine);
    json_.member("model", certificate_.model);
    json_.member("lateness", certificate_.lateness);
    if (certificate_.writes_apart()) {
      json_.member("may", certificate_.may);
      json_.member("hold", certificate_.hold);
    }
    assumptions();
    narrowed();
    intervals();
    count_cells();
    proper();
    if (!certificate_.ghosts.empty()) {
      json_.key("ghosts");
      write_ghosts(json_, arena_.signature(), certificate_.ghosts);
    }
    json_.key("cubes");
    json_.begin_array();
    for (const Cube& each : certificate_.cubes) cube(each);
    json_.end_array();
    json_.end_object();
    return json_.take();
  }

 private:
  void assumptions() {
    json_.key("assumptions");
    json_.begin_object();
    json_.member("invariants", certificate_.invariants);
    json_.key("number_procs");
    certificate_.number_procs ? json_.value(*certificate_.number_procs) : json_.null();
    json_.end_object();
  }

  void narrowed() {
    json_.key("narrowed");
    json_.begin_array();
    const auto& symbols = arena_.signature().symbols();
    for (std::size_t k = 0; k < certificate_.narrowed.size(); ++k) {
      const Sort& sort = arena_.signature()[symbols[k].sort];
      if (sort.kind != SortKind::Enum || sort.constructors.size() > 64) continue;
      const std::uint64_t full = arena_.full_set(symbols[k].sort);
      if ((certificate_.narrowed[k] & full) == full) continue;
      json_.begin_object();
      json_.member("symbol", symbols[k].name);
      json_.key("values");
      json_.begin_row();
      for (std::size_t c = 0; c < sort.constructors.size(); ++c) {
        if ((certificate_.narrowed[k] >> c & 1U) != 0) json_.value(sort.constructors[c]);
      }
      json_.end_array();
      json_.end_object();
    }
    json_.end_array();
  }

  void intervals() {
    json_.key("intervals");
    json_.begin_array();
    for (std::size_t k = 0; k < certificate_.intervals.size(); ++k) {
      const Interval& interval = certificate_.intervals[k];
      if (!interval.bounded() || arena_.signature().symbols()[k].derived()) continue;
      json_.begin_object();
      json_.member("symbol", arena_.signature().symbols()[k].name);
      bound("low", interval.low);
      bound("high", interval.high);
      json_.end_object();
    }
    json_.end_array();
  }

  // The arrays whose cells make the type of a process; absent where no cube counts.
  void count_cells() {
    bool counts = false;
    const auto look = [&](const auto& self, TermId term) -> void {
      counts = counts || (arena_.op(term) == Op::Cell && arena_.signature()[arena_.symbol(term)].derived());
      for (const TermId arg : arena_.args(term)) self(self, arg);
    };
    for (const Cube& each : certificate_.cubes) {
      for (const TermId literal : each.literals) look(look, literal);
    }
    if (!counts) return;
    json_.key("count_cells");
    json_.begin_row();
    const le::Counts known = le::counts_in(arena_.signature());
    for (const SymbolId array : known.arrays) json_.value(arena_.signature()[array].name);
    json_.end_array();
  }

  // Absent where nothing is split.
  void proper() {
    if (certificate_.proper.empty()) return;
    json_.key("proper");
    json_.begin_row();
    for (const SymbolId symbol : certificate_.proper) json_.value(arena_.signature()[symbol].name);
    json_.end_array();
  }

  void bound(std::string_view name, const std::optional<Rational>& number) {
    json_.key(name);
    number ? json_.value(number->to_string()) : json_.null();
  }

  void cube(const Cube& cube) {
    entries_.clear();
    for (const DelayedBuffer& buffer : cube.weak.buffers) {
      for (std::uint32_t k = 0; k < buffer.entries.size(); ++k) entries_[buffer.entries[k]] = k;
    }
    json_.begin_object();
    json_.member("processes", cube.processes);
    if (certificate_.delays_apart()) buffers(cube.weak.buffers);
    terms("literals", cube.literals);
    json_.key("nodes");
    json_.begin_array();
    for (const auto& items : cube.weak.open.items) {
      json_.begin_array();
      for (const TermId item : items) write_term(json_, arena_, item);
      json_.end_array();
    }
    json_.end_array();
    certificate_.of_events() ? order(cube.weak.order) : open(cube.weak.open);
    json_.end_object();
  }

  void buffers(const std::vector<DelayedBuffer>& buffers) {
    json_.key("buffers");
    json_.begin_array();
    for (const DelayedBuffer& buffer : buffers) {
      json_.begin_object();
      json_.key("process");
      write_term(json_, arena_, buffer.process);
      json_.key("cell");
      write_cell(json_, arena_, buffer.symbol, buffer.args);
      json_.member("entries", buffer.entries.size());
      json_.member("exact", buffer.exact);
      json_.end_object();
    }
    json_.end_array();
  }

  void open(const OpenReads& open) {
    lists(open);
    json_.key("final");
    open.last == OpenReads::none ? json_.null() : json_.value(open.last);
    if (open.mentions_all) {
      json_.member("mentions", "all");
    } else {
      terms("mentions", open.mentions);
    }
  }

  void lists(const OpenReads& open) {
    json_.key("open");
    json_.begin_array();
    for (const OpenReads::List& list : open.lists) {
      json_.begin_object();
      json_.key("process");
      write_term(json_, arena_, list.process);
      numbers("nodes", list.reads);
      json_.member("clean", list.clean);
      json_.end_object();
    }
    json_.end_array();
  }

  void order(const PendingOrder& order) {
    json_.key("reach");
    json_.begin_array();
    for (const ReadSet& nodes : order.reach) row(nodes.list());
    json_.end_array();
    json_.key("process_rows");
    json_.begin_array();
    for (const PendingOrder::ProcessRow& each : order.processes) {
      json_.begin_object();
      json_.key("process");
      write_term(json_, arena_, each.process);
      numbers("any", each.any.list());
      numbers("waits", each.waits.list());
      if (certificate_.writes_apart()) numbers("writes", each.writes.list());
      json_.end_object();
    }
    json_.end_array();
    json_.key("cell_rows");
    json_.begin_array();
    for (const PendingOrder::CellRow& each : order.cells) {
      json_.begin_object();
      json_.member("symbol", arena_.signature()[each.symbol].name);
      if (each.others) {
        json_.key("indices");
        json_.null();
      } else {
        terms("indices", each.args);
      }
      numbers("read", each.read.list());
      numbers("written", each.written.list());
      json_.end_object();
    }
    json_.end_array();
    if (!certificate_.writes_apart()) return;
    writes(order);
    sought(order);
  }

  // The slots of the open ones are numbered after the nodes, in this order.
  void writes(const PendingOrder& order) {
    json_.key("writes");
    json_.begin_array();
    for (const PendingOrder::Write& each : order.writes) {
      json_.begin_object();
      json_.key("cell");
      write_cell(json_, arena_, each.symbol, each.args);
      numbers("after", each.after.list());
      terms("seen", each.seen);
      json_.key("exchange");
      each.exchange == PendingOrder::none ? json_.null() : json_.value(each.exchange);
      json_.member("glued", each.glued);
      json_.member("closed", each.closed);
      json_.end_object();
    }
    json_.end_array();
  }

  void sought(const PendingOrder& order) {
    json_.key("sought");
    json_.begin_array();
    for (const PendingOrder::Item& each : order.sought) {
      json_.begin_object();
      json_.member("node", each.read);
      json_.key("reader");
      each.reader.valid() ? write_term(json_, arena_, each.reader) : json_.null();
      json_.key("cell");
      write_cell(json_, arena_, each.symbol, each.args);
      json_.member("early", each.early);
      json_.end_object();
    }
    json_.end_array();
  }

  void row(const std::vector<std::uint32_t>& nodes) {
    json_.begin_row();
    for (const std::uint32_t node : nodes) json_.value(node);
    json_.end_array();
  }

  void numbers(std::string_view name, const std::vector<std::uint32_t>& nodes) {
    json_.key(name);
    row(nodes);
  }

  void terms(std::string_view name, const std::vector<TermId>& all) {
    json_.key(name);
    json_.begin_array();
    for (const TermId term : all) write_term(json_, arena_, term, entries_);
    json_.end_array();
  }

  const TermArena& arena_;
  const Certificate& certificate_;
  EntryPositions entries_;  // of the present cube
  JsonWriter json_;
};

class CertificateReader {
 public:
  explicit CertificateReader(TermArena& arena) : arena_(arena) {}

  Certificate read(const JsonValue& json) {
    Heading heading = read_heading(json, certificate_format);
    only_members(json, {"format", "format_version", "file", "digest", "engine", "model", "lateness", "may", "hold", "assumptions",
                        "narrowed", "intervals", "count_cells", "proper", "ghosts", "cubes"});
    for (const std::string_view key : {"proper", "ghosts"}) {
      if (const JsonValue* found = json.find(key); found != nullptr && heading.version == 1)
        throw JsonError("certificates of version 1 have no \"" + std::string(key) + "\"", *found);
    }
    Certificate result;
    result.digest = std::move(heading.digest);
    result.model = std::move(heading.model);
    result.engine = text_of(member(json, "engine"));
    if (result.engine != timeline_engine && result.engine != event_engine)
      throw JsonError("certificates of the engine '" + result.engine + "' cannot be read", member(json, "engine"));
    result.lateness = truth_of(member(json, "lateness"));
    for (const auto& [key, used] : {std::pair("may", &result.may), std::pair("hold", &result.hold)}) {
      if (result.writes_apart())
        *used = truth_of(member(json, key));
      else if (const JsonValue* found = json.find(key))
        throw JsonError("only certificates with a store buffer per location have this key", *found);
    }
    if (result.of_events() && result.writes_apart() && heading.version < 3)
      throw JsonError("certificates of version " + std::to_string(heading.version) + " are not of this engine and memory model",
                      member(json, "format_version"));
    const JsonValue& assumptions = member(json, "assumptions");
    only_members(assumptions, {"invariants", "number_procs"});
    result.invariants = whole_of(member(assumptions, "invariants"));
    const JsonValue& bound = member(assumptions, "number_procs");
    if (!bound.is_null()) result.number_procs = whole_of(bound);
    narrowed(member(json, "narrowed"), result);
    intervals(json.find("intervals"), result);
    if (const JsonValue* names = json.find("proper")) {
      for (const JsonValue& name : items_of(*names)) result.proper.push_back(read_symbol(name, arena_.signature()));
    }
    for (const JsonValue& each : items_of(member(json, "cubes"))) result.cubes.push_back(cube(each, result));
    return result;
  }

 private:
  void narrowed(const JsonValue& json, Certificate& result) {
    const Signature& signature = arena_.signature();
    result.narrowed.assign(signature.symbols().size(), ~std::uint64_t{0});
    for (const JsonValue& entry : items_of(json)) {
      only_members(entry, {"symbol", "values"});
      const SymbolId symbol = read_symbol(member(entry, "symbol"), signature);
      const JsonValue& values = member(entry, "values");
      result.narrowed[symbol.index()] = read_set(items_of(values), 0, signature[signature[symbol].sort], entry);
    }
  }

  // Null: a certificate of a version that knew no intervals.
  void intervals(const JsonValue* json, Certificate& result) {
    const Signature& signature = arena_.signature();
    result.intervals.assign(signature.symbols().size(), {});
    if (json == nullptr) return;
    for (const JsonValue& entry : items_of(*json)) {
      only_members(entry, {"symbol", "low", "high"});
      const SymbolId symbol = read_symbol(member(entry, "symbol"), signature);
      const Sort& sort = signature[signature[symbol].sort];
      if (sort.kind != SortKind::Int && sort.kind != SortKind::Real) throw JsonError("only numbers have intervals", entry);
      const auto bound = [&](const JsonValue& value) { return value.is_null() ? std::nullopt : std::optional(read_number(value, sort)); };
      result.intervals[symbol.index()] = {bound(member(entry, "low")), bound(member(entry, "high"))};
    }
  }

  Cube cube(const JsonValue& json, const Certificate& certificate) {
    Cube result;
    result.processes = whole_of(member(json, "processes"), most_processes);
    const JsonValue& nodes = member(json, "nodes");
    TermReader reader(arena_, result.processes, narrow<std::uint32_t>(items_of(nodes).size()));
    if (certificate.delays_apart())
      buffers(member(json, "buffers"), narrow<std::uint32_t>(nodes.items().size()), reader, result.weak.buffers);
    for (const JsonValue& literal : items_of(member(json, "literals"))) result.literals.push_back(reader.atom(literal));
    for (const JsonValue& node : nodes.items()) {
      auto& items = result.weak.open.items.emplace_back();
      for (const JsonValue& item : items_of(node))
        items.push_back(reader.read(item, narrow<std::uint32_t>(result.weak.open.items.size() - 1)));
    }
    const auto count = narrow<std::uint32_t>(nodes.items().size());
    if (certificate.of_events()) {
      if (certificate.writes_apart())
        only_members(json, {"processes", "literals", "nodes", "reach", "process_rows", "cell_rows", "writes", "sought"});
      else
        only_members(json, {"processes", "literals", "nodes", "reach", "process_rows", "cell_rows"});
      std::uint32_t slots = 0;
      if (certificate.writes_apart()) {
        slots = writes(member(json, "writes"), reader, count, result.weak.order);
        sought(member(json, "sought"), reader, count, result.weak.order);
      }
      order(json, reader, count + slots, certificate.writes_apart(), result.weak.order);
    } else {
      if (certificate.delays_apart())
        only_members(json, {"processes", "buffers", "literals", "nodes", "open", "final", "mentions"});
      else
        only_members(json, {"processes", "literals", "nodes", "open", "final", "mentions"});
      open(json, reader, count, result.weak.open);
    }
    return result;
  }

  // Entries are numbered after the nodes, in the order of the buffers.
  void buffers(const JsonValue& json, std::uint32_t next, TermReader& reader, std::vector<DelayedBuffer>& result) {
    for (const JsonValue& entry : items_of(json)) {
      only_members(entry, {"process", "cell", "entries", "exact"});
      DelayedBuffer& made = result.emplace_back();
      made.process = reader.process(member(entry, "process"));
      const TermId cell = reader.cell(member(entry, "cell"));
      made.symbol = arena_.symbol(cell);
      made.args.assign(arena_.args(cell).begin(), arena_.args(cell).end());
      if (!arena_.signature()[made.symbol].weak) throw JsonError("a plain name has no store buffer", entry);
      for (std::uint32_t k = whole_of(member(entry, "entries"), most_processes); k > 0; --k) made.entries.push_back(next++);
      made.exact = truth_of(member(entry, "exact"));
      if (!reader.add_buffer(made.process, cell, made.entries)) throw JsonError("a second entry for this store buffer", entry);
    }
  }

  static std::uint32_t node_number(const JsonValue& json, std::uint32_t count) {
    if (count == 0) throw JsonError("this cube has no nodes", json);
    return whole_of(json, count - 1);
  }

  static void open(const JsonValue& json, TermReader& reader, std::uint32_t count, OpenReads& result) {
    for (const JsonValue& entry : items_of(member(json, "open"))) {
      only_members(entry, {"process", "nodes", "clean"});
      OpenReads::List list;
      list.process = reader.process(member(entry, "process"));
      if (result.find(list.process) != nullptr) throw JsonError("a second list of this process", entry);
      for (const JsonValue& node : items_of(member(entry, "nodes"))) list.reads.push_back(node_number(node, count));
      list.clean = truth_of(member(entry, "clean"));
      result.lists.push_back(std::move(list));
    }
    const JsonValue& last = member(json, "final");
    if (!last.is_null()) result.last = node_number(last, count);
    const JsonValue& mentions = member(json, "mentions");
    if (mentions.kind() == JsonValue::Kind::Text && mentions.text() == "all") {
      result.mentions_all = true;
      // Every process with u in its list; the others are mentioned all the same.
      for (const OpenReads::List& list : result.lists) {
        if (!list.reads.empty() && list.reads.back() == result.last) result.mentions.push_back(list.process);
      }
      return;
    }
    for (const JsonValue& mention : items_of(mentions)) result.mentions.push_back(reader.process(mention));
  }

  static ReadSet row(const JsonValue& json, std::uint32_t count) {
    ReadSet nodes;
    std::uint32_t next = 0;  // least number that may follow
    for (const JsonValue& each : items_of(json)) {
      const std::uint32_t node = node_number(each, count);
      if (node < next) throw JsonError("nodes of a row increase", each);
      nodes.add(node);
      next = node + 1;
    }
    return nodes;
  }

  // The number of slots.
  std::uint32_t writes(const JsonValue& json, TermReader& reader, std::uint32_t count, PendingOrder& result) {
    std::uint32_t next = count;
    for (const JsonValue& entry : items_of(json)) next += truth_of(member(entry, "closed")) ? 0 : 1;
    const std::uint32_t all = next;
    next = count;
    for (const JsonValue& entry : items_of(json)) {
      only_members(entry, {"cell", "after", "seen", "exchange", "glued", "closed"});
      PendingOrder::Write& made = result.writes.emplace_back();
      std::tie(made.symbol, made.args) = location(reader.cell(member(entry, "cell")));
      made.after = row(member(entry, "after"), all);
      for (const JsonValue& process : items_of(member(entry, "seen"))) made.seen.push_back(reader.process(process));
      const JsonValue& exchange = member(entry, "exchange");
      if (!exchange.is_null()) made.exchange = node_number(exchange, count);
      made.glued = truth_of(member(entry, "glued"));
      made.closed = truth_of(member(entry, "closed"));
      if (!made.closed) made.slot = next++;
    }
    return all - count;
  }

  void sought(const JsonValue& json, TermReader& reader, std::uint32_t count, PendingOrder& result) {
    for (const JsonValue& entry : items_of(json)) {
      only_members(entry, {"node", "reader", "cell", "early"});
      PendingOrder::Item& made = result.sought.emplace_back();
      made.read = node_number(member(entry, "node"), count);
      const JsonValue& who = member(entry, "reader");
      if (!who.is_null()) made.reader = reader.process(who);
      std::tie(made.symbol, made.args) = location(reader.cell(member(entry, "cell")));
      made.early = truth_of(member(entry, "early"));
    }
  }

  [[nodiscard]] std::pair<SymbolId, std::vector<TermId>> location(TermId cell) const {
    const auto args = arena_.args(cell);
    return {arena_.symbol(cell), {args.begin(), args.end()}};
  }

  void order(const JsonValue& json, TermReader& reader, std::uint32_t count, bool writes_apart, PendingOrder& result) {
    const JsonValue& reach = member(json, "reach");
    for (const JsonValue& nodes : items_of(reach)) result.reach.push_back(row(nodes, count));
    if (result.reach.size() != count) throw JsonError(writes_apart ? "one row per node and slot" : "one row per node", reach);
    for (const JsonValue& entry : items_of(member(json, "process_rows"))) {
      writes_apart ? only_members(entry, {"process", "any", "waits", "writes"}) : only_members(entry, {"process", "any", "waits"});
      const TermId process = reader.process(member(entry, "process"));
      if (result.find(process) != nullptr) throw JsonError("a second row of this process", entry);
      result.processes.push_back({process, row(member(entry, "any"), count), row(member(entry, "waits"), count)});
      if (writes_apart) result.processes.back().writes = row(member(entry, "writes"), count);
    }
    for (const JsonValue& entry : items_of(member(json, "cell_rows"))) {
      only_members(entry, {"symbol", "indices", "read", "written"});
      PendingOrder::CellRow made{read_symbol(member(entry, "symbol"), arena_.signature()), {}, false, {}, {}};
      const JsonValue& indices = member(entry, "indices");
      made.others = indices.is_null();
      if (!made.others) {
        for (const JsonValue& index : items_of(indices)) made.args.push_back(reader.process(index));
        if (made.args.size() != arena_.signature()[made.symbol].arity) throw JsonError("another number of indices", indices);
      }
      const PendingOrder::CellRow* there = made.others ? result.find_others(made.symbol) : result.find(made.symbol, made.args);
      if (there != nullptr && there->others == made.others) throw JsonError("a second row of this cell", entry);
      made.read = row(member(entry, "read"), count);
      made.written = row(member(entry, "written"), count);
      result.cells.push_back(std::move(made));
    }
  }

  static constexpr std::uint32_t most_processes = 1000;
  TermArena& arena_;
};

}  // namespace

std::string certificate_json(const TermArena& arena, const Certificate& certificate, std::string_view file) {
  return CertificateWriter(arena, certificate).write(file);
}

std::optional<std::vector<SymbolId>> read_count_cells(const JsonValue& json, const Signature& signature) {
  const JsonValue* const cells = json.find("count_cells");
  if (cells == nullptr) return std::nullopt;
  std::vector<SymbolId> arrays;
  for (const JsonValue& each : items_of(*cells)) {
    arrays.push_back(read_symbol(each, signature));
    if (!le::is_countable(signature, arrays.back()))
      throw JsonError("counts are over plain arrays of enumerations, and `" + signature[arrays.back()].name + "` is none", each);
    if (std::count(arrays.begin(), arrays.end(), arrays.back()) > 1) throw JsonError("this array is listed twice", each);
  }
  if (le::number_of_types(signature, arrays) > le::most_types) throw JsonError("there are too many types", *cells);
  return arrays;
}

Certificate read_certificate(const JsonValue& json, TermArena& arena, std::vector<ld::Ghost> ghosts) {
  Certificate result = CertificateReader(arena).read(json);
  // What the caller does not know of would not be checked.
  if (const JsonValue* found = json.find("ghosts"); found != nullptr && found->items().size() != ghosts.size())
    throw JsonError("the ghosts of this certificate were not read", *found);
  result.ghosts = std::move(ghosts);
  return result;
}

}  // namespace parapet::evidence
