import { browse, handleSummary, save, search, somebody, summaryTrendStats, thresholds } from "./person.ts";

// A day of all accounts in a quarter of an hour. Each opens the archive three times, looks for something and follows it once,
// and saves two links; the hours between are left out, and the morning and the evening have more of it than the night.
// It may be run through faster than it is: as many visits a second, for fewer seconds.
const DAY_SECONDS = 900;
const SECONDS = Number(__ENV["SECONDS"] ?? DAY_SECONDS);
const VISITS = Number(__ENV["USERS"]) * 6;
const peak = Math.ceil((1.6 * VISITS) / DAY_SECONDS);
const stage = (share: number, target: number) => ({ duration: `${Math.round(share * SECONDS)}s`, target });

export const options = {
  scenarios: {
    day: {
      executor: "ramping-arrival-rate",
      startRate: Math.ceil(peak / 10),
      preAllocatedVUs: 50,
      maxVUs: 400,
      stages: [stage(0.2, peak), stage(0.3, Math.ceil(peak / 2)), stage(0.3, peak), stage(0.2, Math.ceil(peak / 10))],
    },
  },
  thresholds: { ...thresholds, dropped_iterations: ["count==0"] },
  summaryTrendStats,
};
export { handleSummary };
export default (): void => {
  const person = somebody();
  const turn = Math.random() * 6;
  if (turn < 3) browse(person);
  else if (turn < 4) search(person);
  else save(person);
};
