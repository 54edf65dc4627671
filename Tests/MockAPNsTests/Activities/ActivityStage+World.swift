/// The made-up world of these tests.
extension ActivityStage {
  static let world = """
    {
      clock: { mode: "frozen", now: "2026-03-01T12:00:00Z" },
      settings: { senderClock: "world" },
      teams: { TEAMTRAM01: {} },
      apps: {
        "com.example.tram": {
          team: "TEAMTRAM01", broadcast: true, infoPlist: { NSSupportsLiveActivities: true },
          attributesTypes: {
            TramAttributes: {
              attributes: { line: "String" }, contentState: { stop: "String", minutes: "Int?", arrival: "Date?" } },
            FerryAttributes: { attributes: { pier: "String" }, contentState: { gate: "Int" } },
          },
        },
        "com.example.busy": {
          team: "TEAMTRAM01",
          infoPlist: { NSSupportsLiveActivities: true, NSSupportsLiveActivitiesFrequentUpdates: true },
        },
        "com.example.late": { team: "TEAMTRAM01" },
        "com.example.still": { team: "TEAMTRAM01", infoPlist: { NSSupportsLiveActivities: false } },
      },
      devices: [
        { id: "phone", osVersion: "26.0", surfaces: ["dynamicIsland", "smartStack"], apps: [
          { bundleId: "com.example.tram", foreground: true,
            tokens: { pushToStart: { TramAttributes: "\(startToken)" } } },
          { bundleId: "com.example.busy", foreground: true },
          { bundleId: "com.example.late", foreground: true },
          { bundleId: "com.example.still", foreground: true },
        ] },
        { id: "watch", platform: "watchOS", osVersion: "11.0", apps: [
          { bundleId: "com.example.tram", foreground: true } ] },
      ],
      channels: [
        { id: "dHJhbS1saW5lLTk=", bundleId: "com.example.tram", messageStoragePolicy: 1 },
        { id: "dHJhbS1zdG9yZQ==", bundleId: "com.example.tram", environment: "production" },
      ],
    }
    """
}
