import type { Request, RequestHandler, Response } from 'express';

/** Runs a library's middleware as one step of our own order: resolves when it lets through, rejects with its error. */
export const runMiddleware = (
  middleware: RequestHandler,
  request: Request,
  response: Response,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = (error?: unknown): void => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('middleware failed', { cause: error }));
    };
    void Promise.resolve(middleware(request, response, next)).catch(next);
  });
