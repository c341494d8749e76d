import { type Probe, ProbeError } from "~/monitoring/probe";
import { BoardError } from "./board-error.server";
import type { MondayClient } from "./board-request.server";
import { boardFields, type ColumnMap, defaultColumns } from "./column-map";
import { boardColumns, testConnection } from "./monday-client.server";
import { refusalAdvice } from "./refusal-text";

/** Why the board does not do what it is asked just now, and what to do, in a sentence or two. */
export function boardProblemText(error: BoardError, columns: ColumnMap): string {
  const { code, permanent, message, retryAfterSeconds: wait } = error;
  if (code === "NO_REPLY")
    return "The board did not answer in time. Try again; if it stays away, look at monday.com's status page.";
  if (permanent) return `${refusalAdvice(error, columns)} The board said: ${message} (${code})`;
  const quote = `The board said: ${message} (${code})`;
  return wait === undefined
    ? `The board cannot do that just now. Try again in a minute. ${quote}`
    : `The board takes no more calls just now. Try again in ${Math.ceil(wait)} seconds. ${quote}`;
}

/**
 * Whether the token opens the board, and the board has its columns. What is kept and logged of that names
 * nobody; whose token it is, only whoever sets the portal up hears.
 * @param columns the map in force; nothing where nobody knows it, as then, and columns do not count.
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
      const there = new Set(board.columns.map(({ id }) => id));
      const missing = boardFields.filter((field) => !there.has(map[field].id));
      const answers = `"${board.name}" answers${columns ? "" : ` as ${user}`} (version ${apiVersion})`;
      if (missing.length === 0) return `${answers}, with all of its columns.`;
      const lacks = `${missing.length} of ${boardFields.length} columns`;
      if (!columns)
        return `${answers}. It lacks ${lacks} by their usual ids: see its columns under /staff/connections.`;
      throw new ProbeError(
        `${answers}, but it lacks ${lacks}: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ", …" : ""}. Map or make them under its columns.`,
      );
    } catch (error) {
      if (error instanceof BoardError) throw new ProbeError(boardProblemText(error, map));
      throw error;
    }
  };
}
