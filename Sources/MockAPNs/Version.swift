/// The version of this gateway.
public let gatewayVersion = "0.1.0"
