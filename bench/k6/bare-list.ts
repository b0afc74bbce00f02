import { check } from "k6";
import http from "k6/http";
import { handleSummary, summaryTrendStats } from "./person.ts";

export const options = { vus: 10, duration: __ENV["DURATION"] ?? "10s", summaryTrendStats };
export { handleSummary };
export default (): void => {
  check(http.get(`${__ENV["ORIGIN"]}/0`), { answered: ({ status }) => status === 200 });
};
