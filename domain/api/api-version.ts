/*
 * How browser and server of different age are kept from misunderstanding each other.
 * Job: an app that the server no longer understands is told so, before it reads or stores anything, and updates itself.
 * Invariants: a write says in `Wayfare-App` of which version the app is that sends it; every answer says in
 *   `Wayfare-Oldest-App` which is the oldest that the server understands. A read says nothing: the document has the
 *   browser make some of them before there is a script (decision 4), so all of them are judged by their answers.
 * Failure: who says nothing, as other clients do, is served.
 */

/**
 * The version of the forms that browser and server exchange: those of this folder, and of the plan's sections. To be
 * raised by one in each release that changes a form, however little: api-version.test.ts notices. What was cached of an
 * older version is then not taken for the new one.
 */
export const API_VERSION = 1

/**
 * The oldest version that the server still understands. To be raised to `API_VERSION` where an older app could not go on, or
 * would harm something: a section's form is another (an older app can neither read it nor save it whole), an answer
 * lacks what it had, a request needs what it did not need. It stays where answers only hold more, or there is only more to ask for.
 */
export const OLDEST_API_VERSION = 1

/** With every write: the version of the app that sends it. */
export const APP_HEADER = 'Wayfare-App'

/** With every answer: the oldest version that the server understands. */
export const OLDEST_APP_HEADER = 'Wayfare-Oldest-App'
