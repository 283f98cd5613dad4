// A concrete value of a sort, as one number: Enum: the constructor's position; Int, Real: the number; Abstract: a label (equal labels,
// equal values); Proc: a place on a line, whose order is the order of processes. Which places are processes is said by whoever gives the
// value.
#pragma once

#include "base/number.h"
#include "logic/signature.h"

namespace parapet {

struct Value {
  SortId sort;
  Rational number;
  friend bool operator==(const Value&, const Value&) = default;
};

}  // namespace parapet
