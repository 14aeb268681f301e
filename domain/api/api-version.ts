/*
 * Keeps browser and server of different versions from misunderstanding each other.
 * Job: an app that the server no longer supports learns so before it reads or stores anything, and updates itself.
 * Invariants: every write names the app's version in `Wayfare-App`. Every response names the oldest supported version
 *   in `Wayfare-Oldest-App`. Reads name no version: the document makes the browser send some of them before any script
 *   runs (decision 4), so the app judges all reads by their responses.
 * Failure: requests without a version, as other clients send them, are served.
 */

/**
 * The version of the schemas that browser and server exchange: those in this folder, and those of the plan's sections.
 * Raise it by one in each release that changes a schema, however slightly: api-version.test.ts detects it. Then nothing
 * that was cached by an older version is mistaken for the new one.
 */
export const API_VERSION = 15

/**
 * The oldest version that the server supports. Raise it to `API_VERSION` if an older app would break or do harm: a
 * section's schema differs (an older app can neither read nor save it whole), a response lacks something, or a request
 * needs something new. Leave it if responses only contain more, or if there are only more requests.
 */
export const OLDEST_API_VERSION = 15

export const APP_HEADER = 'Wayfare-App'

export const OLDEST_APP_HEADER = 'Wayfare-Oldest-App'
