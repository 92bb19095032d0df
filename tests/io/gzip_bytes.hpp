// Compressed bytes for tests.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

namespace graphsparse::test_support {

// With the window bits of zlib.h: negative without a header, from 16 with that of gzip.
inline std::string deflated(std::string_view bytes, int window_bits) {
  z_stream state = {};
  (void)deflateInit2(&state, Z_BEST_SPEED, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string text(bytes);
  std::string result(deflateBound(&state, static_cast<uLong>(bytes.size())), '\0');
  state.next_in = reinterpret_cast<Bytef*>(text.data());
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(result.data());
  state.avail_out = static_cast<uInt>(result.size());
  (void)deflate(&state, Z_FINISH);
  result.resize(result.size() - state.avail_out);
  (void)deflateEnd(&state);
  return result;
}

inline std::string gzipped(std::string_view bytes) { return deflated(bytes, MAX_WBITS + 16); }

}  // namespace graphsparse::test_support
