/** Settings of the tested installation that its pages show. */
export const INSTALLATION = {
  SUPPORT_ADDRESS: "help@satchel.example",
  REPORT_ADDRESS: "abuse@satchel.example",
  LEGAL_URL: "https://satchel.example/imprint",
  OPERATOR_NAME: "Anna Beispiel",
  OPERATOR_ADDRESS: "Ahornweg 3, 10115 Berlin",
  CHROME_STORE_URL: "https://chrome.store.example/satchel",
  FIREFOX_STORE_URL: "https://firefox.store.example/satchel",
  ADMIN_TOKEN: "a-token-for-the-operator-of-the-journeys",
} as const;
