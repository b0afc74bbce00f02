import { changeLink, deleteLink, listLinks, login, logout } from "@satchel/contracts/routes";
import { removePassword } from "@satchel/contracts/settings-routes";
import { describe, expect, it } from "vitest";
import { initOf, pathOf } from "./request.ts";

describe("the path of a call", () => {
  it("has its parameters filled in and escaped", () => {
    expect(pathOf({ operation: changeLink, params: { id: "a/b" } })).toBe("/api/links/a%2Fb");
  });

  it("has the query without what is undefined", () => {
    const call = { operation: listLinks, query: { size: 10, cursor: undefined, favorites_only: true } };
    expect(pathOf(call)).toBe("/api/links/?size=10&favorites_only=true");
  });

  it("is refused without a parameter it needs", () => {
    expect(() => pathOf({ operation: changeLink })).toThrow("changeLink needs the parameter id");
  });
});

describe("the request of a call", () => {
  it("without a body sends the empty JSON object where the method has one", () => {
    expect(initOf({ operation: logout })).toMatchObject({ method: "POST", body: "{}" });
  });

  it("reads without a body", () => {
    expect(initOf({ operation: listLinks }).body).toBeUndefined();
  });

  it("deletes without a body where there is none, and with one where there is", () => {
    expect(initOf({ operation: deleteLink }).body).toBeUndefined();
    expect(initOf({ operation: removePassword, body: { old_password: "brass-buckle" } })).toMatchObject({
      method: "DELETE",
      headers: { "content-type": "application/json" },
      body: '{"old_password":"brass-buckle"}',
    });
  });

  it("sends a form where the call takes one, escaped and without what is undefined", () => {
    const body = { username: "anna+a@post.example", password: "a&b=ü c", stay_logged_in: false, scope: undefined };
    expect(initOf({ operation: login, body })).toMatchObject({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "username=anna%2Ba%40post.example&password=a%26b%3D%C3%BC+c&stay_logged_in=false",
    });
  });
});
