import { BoardError, boardProblemText } from "~/domain/board/board-error";
import { type Probe, ProbeError } from "~/observability/health/health-checks.server";
import { checkBoard } from "./board-client.server";
import type { MondayClient } from "./board-request.server";
import { boardFields, type ColumnMap, defaultColumns } from "./column-map";
import { unseenBoardText, withAdvice } from "./refusal-text";

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
      const { user, apiVersion, found } = await withAdvice(map, () => checkBoard(client, boardId));
      if (!found) throw new ProbeError(unseenBoardText(boardId, columns ? "it" : user));
      const existingIds = new Set(found.columns.map(({ id }) => id));
      const missing = boardFields.filter((field) => !existingIds.has(map[field].id));
      const answerText = `"${found.name}" answers${columns ? "" : ` as ${user}`} (version ${apiVersion})`;
      if (missing.length === 0) return `${answerText}, with all of its columns.`;
      const missingText = `${missing.length} of ${boardFields.length} columns`;
      if (!columns)
        return `${answerText}. It lacks ${missingText} by their usual ids: see its columns under /staff/connections.`;
      throw new ProbeError(
        `${answerText}, but it lacks ${missingText}: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ", …" : ""}. Map or make them under its columns.`,
      );
    } catch (error) {
      if (error instanceof BoardError) throw new ProbeError(boardProblemText(error, client.now()));
      throw error;
    }
  };
}
