/** Pixels between a menu and the edges of the window. */
export const MARGIN = 8;

/** A point of the window in px. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
  /** Whether it is the menu's bottom edge instead of its top edge. */
  readonly isFoot?: boolean;
}

/** The position of a menu below its button. */
export function below(button: Element): MenuPoint {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** The position of a menu above its button, at the bottom of the window. */
export function above(button: Element): MenuPoint {
  const { left, top } = button.getBoundingClientRect();
  return { x: left, y: top - MARGIN, isFoot: true };
}
