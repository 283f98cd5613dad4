// SHA-256 (FIPS 180-4).
#pragma once

#include <string>
#include <string_view>

namespace parapet {

// In hexadecimal, as sha256sum prints it: what identifies a model in its evidence.
[[nodiscard]] std::string sha256_hex(std::string_view text);
// In base64, as a Content-Security-Policy names the script that a page may run.
[[nodiscard]] std::string sha256_base64(std::string_view text);

}  // namespace parapet
