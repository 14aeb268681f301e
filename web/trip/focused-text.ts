/** The text of a field since it got the focus. */
export interface FocusedText {
  atFocus: string
  /** Its latest text, whether typed here or changed by others. */
  latest: string
  /** Whether somebody else has changed it since. */
  isChangedByOthers: boolean
}

export const focusText = (text: string): FocusedText => ({ atFocus: text, latest: text, isChangedByOthers: false })

/** The person has typed. */
export const typeText = (text: FocusedText, latest: string): FocusedText => ({ ...text, latest })

/** The field shows a text. If the person has not typed it, it comes from others. */
export const showText = (text: FocusedText, shown: string): FocusedText =>
  shown === text.latest ? text : { ...text, latest: shown, isChangedByOthers: true }

/** The text that Escape puts back. Undefined if the text is the same, or if others have changed it. */
export function textToPutBack({ atFocus, latest, isChangedByOthers }: FocusedText): string | undefined {
  return isChangedByOthers || latest === atFocus ? undefined : atFocus
}
