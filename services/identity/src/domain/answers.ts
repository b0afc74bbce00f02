import { type AnswersSwitched, type Decision, type EventOf, happened, nothingToDo } from "@satchel/contracts";

/** Whether answers by mail are on, and their language. */
export type Answers = EventOf<typeof AnswersSwitched>["data"];

/** Switches answers by mail; nothing happens where they are so already. Before the first switch they are off. */
export const switchAnswers = (
  current: Answers | undefined,
  next: Answers,
): Decision<EventOf<typeof AnswersSwitched>, Answers> =>
  (current?.isOn ?? false) === next.isOn && current?.language === next.language
    ? nothingToDo(next)
    : happened({ type: "AnswersSwitched", data: next });
