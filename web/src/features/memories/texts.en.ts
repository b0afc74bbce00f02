/** Texts of links that come back: by a reminder, or by chance. */
const texts = {
  onThisDay: "Saved on this day",
  neverOpened: "Saved and never opened",
  months_one: "{{count}} month ago",
  months_other: "{{count}} months ago",
  years_one: "{{count}} year ago",
  years_other: "{{count}} years ago",
  /** Texts of reminders: when a link is shown again, and those that are. */
  reminder: {
    title: "Show me this again",
    when: {
      evening: "This evening",
      tomorrow: "Tomorrow",
      weekend: "On Saturday",
      nextWeek: "On Monday",
      nextMonth: "In a month",
    },
    own: "At another time",
    set: "Remind me",
    end: "No reminder",
    due: "You wanted to see this again",
    done: "Done",
    later: "Later…",
    all_one: "Show it in a list",
    all_other: "Show all {{count, number}}",
  },
} as const;

export default texts;
