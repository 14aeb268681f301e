import { createElement, Fragment, type ReactNode } from 'react'

/** Draws a message with tags. Its parts are fixed, so they need no keys. */
export const rich = (parts: ReactNode[]) => createElement(Fragment, null, ...parts)
