import { AppError } from '#domain/errors.ts'
import { transientErrors } from '#domain/transient-errors.ts'

/** Whether an error may not occur again: the server was not reached or failed, and did not refuse the request. */
export const isTransient = (failure: unknown): boolean => failure instanceof AppError && failure.code in transientErrors

/** Whether the server has refused a request, as it would again. */
export const isRefused = (failure: unknown): boolean => failure instanceof AppError && !isTransient(failure)
