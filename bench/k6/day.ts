import { browse, handleSummary, save, search, randomPerson, summaryTrendStats, thresholds } from "./person.ts";

// A day of all accounts in a quarter of an hour. Each account opens the archive three times, searches and visits a link once,
// and saves two links. Idle hours are left out; morning and evening have more calls than the night. `SECONDS` shortens the run,
// at the same rate of calls.
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
  const person = randomPerson();
  const turn = Math.random() * 6;
  if (turn < 3) browse(person);
  else if (turn < 4) search(person);
  else save(person);
};
