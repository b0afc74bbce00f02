import type { CommandHandler } from "@satchel/chassis";
import type { Parts } from "../parts.ts";
import { beginSso } from "./begin.ts";
import { finishSso } from "./finish.ts";
import { disconnectSignIn, listSignIns } from "./own-sign-ins.ts";
import { signInByProxy } from "./sign-in-by-proxy.ts";
import { proveSso } from "./prove.ts";

/** Signing in at identity providers, and which of them open an account (decision 95). */
export const singleSignOnCommands = (parts: Parts): CommandHandler[] => [
  beginSso(parts),
  finishSso(parts),
  proveSso(parts),
  signInByProxy(parts),
  listSignIns(parts),
  disconnectSignIn(parts),
];
