import { JetStreamApiError } from "@nats-io/jetstream";
import { jserrors } from "@nats-io/jetstream/internal";
import { errors } from "@nats-io/transport-node";
import { describe, expect, test } from "vitest";
import { isRefusal, isTransient } from "./faults.ts";

const withCode = (code: string): Error => Object.assign(new Error("from below"), { code });

describe("a failure of database or bus", () => {
  test.each<[string, unknown]>([
    ["a serialization failure", withCode("40001")],
    ["a deadlock", withCode("40P01")],
    ["a shutdown", withCode("57P01")],
    ["a full disk", withCode("53100")],
    ["a statement that took too long", withCode("57014")],
    ["a schema that is gone", withCode("3F000")],
    ["a table that is gone", withCode("42P01")],
    ["a column that tables of another version have", withCode("42703")],
    ["a database that is gone", withCode("3D000")],
    ["a right that is missing", withCode("42501")],
    ["a refused connection", withCode("ECONNREFUSED")],
    ["a broken pipe", withCode("EPIPE")],
    ["a connection that ended", new Error("Connection terminated unexpectedly")],
    ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
    ["a bus that does not answer", new errors.TimeoutError()],
    ["a bus with nobody there", new errors.RequestError("no responders")],
    ["a stream that nobody leads", new jserrors.JetStreamNotEnabled("jetstream is not enabled")],
    [
      "a stream that no server leads",
      Object.assign(new Error("jetstream is not enabled"), { name: "JetStreamNotEnabled" }),
    ],
    [
      "a JetStream that is not ready",
      new JetStreamApiError({ code: 503, err_code: 10008, description: "not available" }),
    ],
  ])("given %s, then trying again can help, and the data are not to blame", (_, error) => {
    expect([isTransient(error), isRefusal(error)]).toEqual([true, false]);
  });

  test.each<[string, unknown]>([
    ["a number out of range", withCode("22003")],
    ["a null where none may be", withCode("23502")],
    ["a row that is there already", withCode("23505")],
  ])("given %s, then Postgres would refuse it again", (_, error) => {
    expect([isTransient(error), isRefusal(error)]).toEqual([false, true]);
  });

  test.each<[string, unknown]>([
    ["a fault of ours", new Error("no such row")],
    ["a fault of type", new TypeError("x is not a function")],
    ["a file that is not there", withCode("ENOENT")],
    ["something thrown that is no error", "no"],
    ["a refusal of the bus", new JetStreamApiError({ code: 400, err_code: 10071, description: "wrong last sequence" })],
  ])("given %s, then it is neither", (_, error) => {
    expect([isTransient(error), isRefusal(error)]).toEqual([false, false]);
  });
});
