# `make run` starts the gateway, `make test` proves it. Both install what they need.
.PHONY: run test check fuzz format readme setup

ifeq ($(shell uname -s),Darwin)
# Homebrew keeps these out of the default search path, since the system has its own.
brew := $(shell brew --prefix 2>/dev/null)/opt
export PKG_CONFIG_PATH := $(brew)/openssl@3/lib/pkgconfig:$(brew)/curl/lib/pkgconfig:$(brew)/sqlite/lib/pkgconfig:$(PKG_CONFIG_PATH)
endif

# The gateway in the foreground, with the settings for a first push.
run: setup
	swift build --configuration release --product mock-apns
	exec "$$(swift build --configuration release --show-bin-path)/mock-apns" serve

# Everything: also foreign clients, cases, kills and abuse, both sanitizers, a minute of fuzzing.
test:
	scripts/test all

# Quick: lint, build, tests.
check:
	scripts/test quick

# Long: any bytes at all, ten minutes for each target.
fuzz:
	scripts/setup test
	Fuzzing/run 600s

# Formats the Swift sources in place.
format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests Fuzzing

# Writes README's list of what may differ from Apple anew.
readme:
	scripts/readme

# Installs the system packages that building needs.
setup:
	scripts/setup run
