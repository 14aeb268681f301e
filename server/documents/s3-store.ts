import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { S3mini, S3ServiceError } from 's3mini'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import type { S3Settings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'
import type { FileStore } from './file-store.ts'
import { toWebStream } from './web-stream.ts'

/** How long a store may take to begin its response; longer when it has to receive a file first. */
const timeouts = { answerMs: 10_000, takeMs: 60_000 }

/** Stores the files in an S3-compatible store, as objects of one bucket. An object appears complete or not at all. */
export function openS3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  { answerMs, takeMs } = timeouts,
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
        if (!(cause instanceof S3ServiceError) || cause.status >= 500) throw toFailure(cause)
        throw new StartError(m.operating_s3_not_writable({ host: endpoint.host, reason: cause.message }))
      }
    },

    async put(path, { location, size, kind }) {
      const file = createReadStream(location)
      try {
        await s3.putObject(path, toWebStream(file), kind.type, undefined, undefined, size)
      } catch (cause) {
        throw toFailure(cause)
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
        throw toFailure(cause)
      }
    },

    async remove(path) {
      await s3.deleteObject(path).catch((cause) => {
        if (!(cause instanceof S3ServiceError && cause.status === 404)) throw toFailure(cause)
      })
    },
  }
}

/** `fetch` with streamed bodies and a timeout. The timeout covers the time until the response begins, not its body. */
async function fetchWithin(ms: number, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('The store did not answer in time.')), ms)
  try {
    return await fetch(input, { ...init, duplex: 'half', signal: controller.signal } as RequestInit)
  } finally {
    clearTimeout(timer)
  }
}

/** Turns a store's error into what people see. A 4xx would fail again on a retry; anything else may be temporary. */
function toFailure(cause: unknown): unknown {
  const status = cause instanceof S3ServiceError ? cause.status : 503
  if (status === 507) return new AppError('storage_full', undefined, { cause })
  return status < 500 ? cause : new AppError('storage_unreachable', undefined, { cause })
}
