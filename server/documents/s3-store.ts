import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import { AppError } from '#domain/errors.ts'
import type { S3Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import type { FileStore } from './file-store.ts'

/** How long a store may take to begin its answer before it is said not to answer; longer where it first has to take a file. */
const patience = { answerMs: 10_000, takeMs: 60_000 }

/** Keeps the files in an S3-compatible store, as objects of one bucket. An object appears as a whole or not at all. */
export function openS3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  { answerMs, takeMs } = patience,
): FileStore {
  const s3 = new S3mini({
    endpoint: `${endpoint.href.replace(/\/$/, '')}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: (input, init) => fetchWithin(init?.method === 'PUT' ? takeMs : answerMs, input, init),
  })
  return {
    async check() {
      const path = `start-check/${randomUUID()}`
      try {
        await s3.putObject(path, 'Can be written.', 'text/plain')
        await s3.deleteObject(path)
      } catch (cause) {
        if (!(cause instanceof S3ServiceError) || cause.status >= 500) throw failureOf(cause)
        throw new StartError(`S3_BUCKET: the store at ${endpoint.host} refuses to be written: ${cause.message}`)
      }
    },

    async keep(path, { location, size, kind }) {
      const file = createReadStream(location)
      try {
        const body = Readable.toWeb(file) as unknown as ReadableStream
        await s3.putObject(path, body, kind.type, undefined, undefined, size)
      } catch (cause) {
        throw failureOf(cause)
      } finally {
        file.destroy()
      }
    },

    async open(path, { start, end }) {
      try {
        const { body } = await s3.getObjectRaw(path, false, start, end + 1)
        return body ?? undefined
      } catch (cause) {
        if (cause instanceof S3ServiceError && cause.status === 404) return undefined
        throw failureOf(cause)
      }
    },

    async remove(path) {
      await s3.deleteObject(path).catch((cause) => {
        if (!(cause instanceof S3ServiceError && cause.status === 404)) throw failureOf(cause)
      })
    },
  }
}

/** As `fetch`, for bodies that are streams too, and not for ever. What has begun to arrive may take its time. */
async function fetchWithin(ms: number, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new Error('The store did not answer in time.')), ms)
  try {
    return await fetch(input, { ...init, duplex: 'half', signal: waiting.signal } as RequestInit)
  } finally {
    clearTimeout(timer)
  }
}

/** What people are told of a store that fails. What it refuses it would refuse again; all else may pass. */
function failureOf(cause: unknown): unknown {
  const status = cause instanceof S3ServiceError ? cause.status : 503
  if (status === 507) return new AppError('storage_full', undefined, { cause })
  return status < 500 ? cause : new AppError('storage_unreachable', undefined, { cause })
}
