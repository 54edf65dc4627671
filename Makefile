# `make run` starts the gateway, `make test` proves it. Both install what they need.
.PHONY: run test check bench fuzz soak format readme setup

ifeq ($(shell uname -s),Darwin)
# Homebrew keeps these out of the default search path, since the system has its own.
brew := $(shell brew --prefix 2>/dev/null)/opt
export PKG_CONFIG_PATH := $(brew)/openssl@3/lib/pkgconfig:$(brew)/curl/lib/pkgconfig:$(brew)/sqlite/lib/pkgconfig:$(PKG_CONFIG_PATH)
else
# A push costs a sixth less so; docs/decisions/007 says what each part of it is.
faster := --static-swift-stdlib -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked
endif

# The gateway in the foreground, with the settings for a first push.
run: setup
	swift build --configuration release --product mock-apns $(faster)
	exec "$$(swift build --configuration release --show-bin-path)/mock-apns" serve

# Everything: also foreign clients, cases, kills, abuse, a short soak, a little fuzzing, both sanitizers.
test:
	scripts/test all

# Quick: lint, build, tests.
check:
	scripts/test quick

# How fast it is, beside nghttpd: minutes, a table, and figures that the next run compares with.
bench:
	scripts/setup bench
	Benchmarks/run

# Long: any bytes at all, ten minutes for each target.
fuzz:
	scripts/setup test
	Fuzzing/run 600s

# Ten minutes of mixed traffic: memory must be flat, and nothing lost. Draws docs/soak.svg.
soak:
	scripts/test soak

# Formats the Swift sources in place.
format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests \
	  Benchmarks/Package.swift Benchmarks/Sources/Micro Fuzzing/Package.swift Fuzzing/Fuzz

# Writes README's list of what may differ from Apple anew.
readme:
	scripts/readme

# Installs the system packages that building needs.
setup:
	scripts/setup run
