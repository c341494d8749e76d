import { type Probe, ProbeError } from "~/observability/health/health-checks.server";
import { formatWaitUntil } from "~/platform/formats/duration";
import { BoardError } from "./board-error.server";
import type { MondayClient } from "./board-request.server";
import { boardFields, type ColumnMap, defaultColumns } from "./column-map";
import { boardColumns, testConnection } from "./monday-client.server";
import { refusalAdvice } from "./refusal-text";

export function boardProblemText(error: BoardError, columns: ColumnMap, now: Date): string {
  const { code, permanent, message, retryAfterSeconds: waitSeconds } = error;
  if (code === "NO_REPLY")
    return "The board did not answer in time. Try again; if it stays away, look at monday.com's status page.";
  if (permanent) return `${refusalAdvice(error, columns)} The board said: ${message} (${code})`;
  const quote = `The board said: ${message} (${code})`;
  return waitSeconds === undefined
    ? `The board cannot do that just now. Try again in a minute. ${quote}`
    : `The board takes no more calls just now. Try again in ${formatWaitUntil(waitSeconds, now)}. ${quote}`;
}

/**
 * Checks token and columns. The result is stored and logged, so it names nobody, except during
 * setup.
 * @param columns reads the column map; undefined during setup, when columns are not checked and
 * the token's owner is named.
 */
export function boardProbe(
  { client, boardId }: { client: MondayClient; boardId: string },
  columns: (() => Promise<ColumnMap>) | undefined,
): Probe {
  return async () => {
    const map = (await columns?.()) ?? defaultColumns;
    try {
      const { user, apiVersion } = await testConnection(client);
      const board = await boardColumns(client, boardId);
      if (!board)
        throw new ProbeError(
          `The token does not see board ${boardId}. Set MONDAY_BOARD_ID to a board that ${columns ? "it" : user} may write to.`,
        );
      const existingIds = new Set(board.columns.map(({ id }) => id));
      const missing = boardFields.filter((field) => !existingIds.has(map[field].id));
      const answerText = `"${board.name}" answers${columns ? "" : ` as ${user}`} (version ${apiVersion})`;
      if (missing.length === 0) return `${answerText}, with all of its columns.`;
      const missingText = `${missing.length} of ${boardFields.length} columns`;
      if (!columns)
        return `${answerText}. It lacks ${missingText} by their usual ids: see its columns under /staff/connections.`;
      throw new ProbeError(
        `${answerText}, but it lacks ${missingText}: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ", …" : ""}. Map or make them under its columns.`,
      );
    } catch (error) {
      if (error instanceof BoardError)
        throw new ProbeError(boardProblemText(error, map, client.now()));
      throw error;
    }
  };
}
