/** What an HTTP server is told of its site, where a test needs nothing of it. */
export const someSite = {
  origin: "http://localhost:3000",
  secure: false,
  saveAddress: "save@localhost",
  supportAddress: "support@localhost",
  reportAddress: "support@satchel.example",
  legalUrl: undefined,
  signOn: { providers: [], only: false, byProxy: false },
  operator: undefined,
  extension: {},
  outboxDir: undefined,
  smtpPort: undefined,
};
