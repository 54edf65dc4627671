# The gateway as an image, listening on every address; its certificates live in the volume /certs.
# Targets: gateway (the last, so the default) and provider (the same with curl, for docker-compose.yml's example).

FROM swift:6.3-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
      libcurl4-openssl-dev libmicrohttpd-dev libnghttp2-dev libsqlite3-dev libssl-dev libuv1-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN swift build --configuration release --product mock-apns --static-swift-stdlib \
      -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked \
    && install "$(swift build --configuration release --show-bin-path)/mock-apns" /usr/local/bin/

FROM debian:bookworm-slim AS runtime
RUN apt-get update && apt-get install -y --no-install-recommends \
      libcurl4 libmicrohttpd12 libnghttp2-14 libsqlite3-0 libssl3 libuv1 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home mock-apns \
    && install --directory --owner mock-apns /certs
COPY --from=build /usr/local/bin/mock-apns /usr/local/bin/

FROM runtime AS provider
RUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/*
USER mock-apns
ENTRYPOINT ["bash", "-c"]

FROM runtime AS gateway
USER mock-apns
VOLUME /certs
EXPOSE 443 2195 2196 2197 2198 2199
ENV MOCK_APNS_PUSH_LISTEN=0.0.0.0:443,0.0.0.0:2197 \
    MOCK_APNS_PUSH_PRODUCTION_LISTEN=0.0.0.0:2199 \
    MOCK_APNS_CHANNELS_SANDBOX_LISTEN=0.0.0.0:2195 \
    MOCK_APNS_CHANNELS_PRODUCTION_LISTEN=0.0.0.0:2196 \
    MOCK_APNS_INSPECT_LISTEN=0.0.0.0:2198 \
    MOCK_APNS_INSPECT_OPEN=true \
    MOCK_APNS_CERTS=/certs
HEALTHCHECK --interval=2s --timeout=2s --start-period=10s CMD ["mock-apns", "health"]
ENTRYPOINT ["mock-apns"]
CMD ["serve"]
