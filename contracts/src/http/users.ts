import Type, { type Static } from "typebox";
import { Instant } from "../ids.ts";
import { defineOperation } from "./define.ts";

export const AuthStatus = Type.Object({ authenticated: Type.Boolean(), is_verified: Type.Boolean() });
export type AuthStatus = Static<typeof AuthStatus>;

export const User = Type.Object({
  created_at: Instant,
  sender_emails: Type.Array(Type.Object({ email: Type.String() }), { description: "The first is the primary one" }),
  has_password: Type.Boolean(),
});
export type User = Static<typeof User>;

export const getStatus = defineOperation({
  id: "getStatus",
  method: "GET",
  path: "/api/users/me/status",
  summary: "Whether the caller has a session, and whether it is verified; never an error",
  access: "public",
  responses: { 200: AuthStatus },
});

export const getUser = defineOperation({
  id: "getUser",
  method: "GET",
  path: "/api/users/me",
  summary: "The signed-in account",
  access: "verified",
  responses: { 200: User },
});
