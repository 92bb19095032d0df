// A vector and a span with an entry for each node, edge, half-edge or cluster, which are numbered
// with a sign and in 32 bits, where standard containers are indexed without one and in 64.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace graphsparse {

// Indexed by whole numbers of any kind, which are checked like those of their bases: where standard
// containers check theirs, a negative one is out of range.
template <class T>
class IdSpan : public std::span<T> {
 public:
  using std::span<T>::span;
  IdSpan(std::span<T> values) : std::span<T>(values) {}  // NOLINT(*-explicit-*): the same thing

  T& operator[](std::integral auto id) const {
    return std::span<T>::operator[](static_cast<std::size_t>(id));
  }
};

template <class T>
class IdVector : public std::vector<T> {
  using Base = std::vector<T>;

 public:
  using Base::Base;
  explicit IdVector(std::integral auto count) : Base(static_cast<std::size_t>(count)) {}
  IdVector(std::integral auto count, const T& value)
      : Base(static_cast<std::size_t>(count), value) {}

  T& operator[](std::integral auto id) { return Base::operator[](static_cast<std::size_t>(id)); }
  const T& operator[](std::integral auto id) const {
    return Base::operator[](static_cast<std::size_t>(id));
  }

  using Base::assign;
  void assign(std::integral auto count, const T& value) {
    Base::assign(static_cast<std::size_t>(count), value);
  }
  void reserve(std::integral auto capacity) { Base::reserve(static_cast<std::size_t>(capacity)); }
  void resize(std::integral auto count) { Base::resize(static_cast<std::size_t>(count)); }
  void resize(std::integral auto count, const T& value) {
    Base::resize(static_cast<std::size_t>(count), value);
  }
};

}  // namespace graphsparse
