#include <doctest/doctest.h>

#include <string>

#include "base/hash.h"

using parapet::sha256_base64;

// The examples of FIPS 180-4, and the lengths at which the padding takes another block.
TEST_CASE("sha256: known digests") {
  CHECK(sha256_base64("") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  CHECK(sha256_base64("abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  CHECK(sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
  CHECK(sha256_base64(std::string(1000000, 'a')) == "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA=");
  CHECK(sha256_base64(std::string(55, 'x')) == "1eKFaDzU78AtAhpcYgFGlJWJAQBdb3HongmJ+sd+QHI=");
  CHECK(sha256_base64(std::string(56, 'x')) == "BMJiYTcO51QVSdFt7jIMcj4/0UZx5moJmv4KN3wWiI4=");
  CHECK(sha256_base64(std::string(64, 'x')) == "fOEAlx9k5wAej+WlGXPs3+HO1Cvv5+6NX9YhlQa1OTw=");
}

TEST_CASE("sha256: in hexadecimal as sha256sum prints it") {
  CHECK(parapet::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
