/** What a refusing Response carries to the error page: plain words for the person. */
export interface Refusal {
  refusal: string;
}

const titles: Record<number, string> = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
};

/** A Response to throw: the error page shows its sentence under the right status. */
export function refusal(status: keyof typeof titles & number, text: string): Response {
  return Response.json({ refusal: text } satisfies Refusal, {
    status,
    statusText: titles[status] ?? "Error",
  });
}
