/** Whether an element is on the page. Not `checkVisibility()`: Safari before 17.4 lacks it. */
export const isShown = (element: Element): boolean => element.getClientRects().length > 0
