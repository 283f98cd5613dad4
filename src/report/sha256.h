// SHA-256 (FIPS 180-4), as a Content-Security-Policy names the script that a page may run.
#pragma once

#include <string>
#include <string_view>

namespace parapet::report {

// The digest in base64.
[[nodiscard]] std::string sha256_base64(std::string_view text);

}  // namespace parapet::report
