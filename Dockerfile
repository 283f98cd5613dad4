# docker build -t parapet . && docker run --rm -v "$PWD:/work" parapet FILE.cub
FROM debian:bookworm AS build
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      g++ cmake ninja-build libgmp-dev libboost-program-options-dev libz3-dev libcvc5-dev pkg-config && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN cd /source && cmake --preset release -DBUILD_TESTING=OFF && cmake --build build/release && cmake --install build/release --prefix /usr/local

FROM debian:bookworm-slim
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      libgmp10 libboost-program-options1.74.0 libz3-4 libcvc5-1 && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local /usr/local
WORKDIR /work
ENTRYPOINT ["parapet"]
