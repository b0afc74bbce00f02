import { handleSummary, save, randomPerson, summaryTrendStats, thresholds } from "./person.ts";

export const options = { vus: 10, duration: __ENV["DURATION"] ?? "10s", thresholds, summaryTrendStats };
export { handleSummary };
export default (): void => save(randomPerson());
