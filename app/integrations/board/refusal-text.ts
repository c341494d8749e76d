import { type BoardField, boardFields, type ColumnMap } from "./column-map";
import { MondayError } from "./monday-error.server";

export interface Refusal {
  code: string;
  message: string;
  columnId?: string;
  columnType?: string;
  /** Refused values by column id. */
  sent: Readonly<Record<string, unknown>>;
}

/** Old replies use the former name of status columns. */
const legacyTypes: Readonly<Record<string, string>> = { color: "status" };

const labelTypes = ["status", "dropdown"];

function findLabel(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("label" in value) return String(value.label);
  return "labels" in value && Array.isArray(value.labels) ? value.labels.join(", ") : undefined;
}

/** The named column, else those of the named type. */
function affectedFields({ columnId, columnType, sent }: Refusal, columns: ColumnMap): BoardField[] {
  if (columnId !== undefined) return boardFields.filter((field) => columns[field].id === columnId);
  if (columnType === undefined) return [];
  const type = legacyTypes[columnType] ?? columnType;
  return boardFields.filter((field) => columns[field].type === type && columns[field].id in sent);
}

const columnName = (field: BoardField, columns: ColumnMap) => `${columns[field].id} (${field})`;

function labelText(refusal: Refusal, columns: ColumnMap, fields: BoardField[]): string {
  const labels = fields.map((field) => {
    const label = findLabel(refusal.sent[columns[field].id]) ?? "";
    return `"${label}" in column ${columnName(field, columns)}`;
  });
  return `The board has no label ${labels.join(", or none ")}. Add the label to the column on the board.`;
}

/** What staff must do about a refusal that is permanent, or about silence. */
export function refusalAdvice(refusal: Refusal, columns: ColumnMap): string {
  const fields = affectedFields(refusal, columns);
  const columnNames = fields.map((field) => columnName(field, columns)).join(" or ");
  switch (refusal.code) {
    case "NO_REPLY":
      return "The board did not answer in time. Try again; if it stays away, look at monday.com's status page.";
    case "InvalidColumnIdException":
      return `The board has no column ${columnNames || (refusal.columnId ?? "of one of the ids sent")}. Add it to the board, or name another under board-columns.`;
    case "ColumnValueException":
    case "CorrectedValueException": {
      const labelFields = fields.filter((field) => labelTypes.includes(columns[field].type));
      if (labelFields.length > 0) return labelText(refusal, columns, labelFields);
      return `The board refused the value of column ${columnNames || (refusal.columnId ?? "unknown")}. Check the column's type against board-columns.`;
    }
    case "NOT_AUTHENTICATED":
    case "HTTP_401":
    case "UserUnauthorizedException":
    case "USER_ACCESS_DENIED":
    case "missingRequiredPermissions":
    case "HTTP_403":
      return "The board refused the token. Set MONDAY_TOKEN to a token that may write to the board.";
    case "InvalidBoardIdException":
      return "The board was not found. Set MONDAY_BOARD_ID to a board that the token may write to.";
    case "ResourceNotFoundException":
      return "The item is no longer on the board. Restore it there.";
    case "FILE_MISSING":
      return "A file of this submission is not in storage; everything else is on the board.";
    case "InvalidVersionException":
    case "parseError":
    case "undefinedField":
    case "validationError":
      return "The board does not understand the question. Bring the portal up to date with the board's schema.";
    case "ItemsLimitationException":
      return "The board is full. Move old items to another board.";
    default:
      return "The board refused this for good.";
  }
}

/** @param user who owns the token. */
export const unseenBoardText = (boardId: string, user = "it") =>
  `The token does not see board ${boardId}. Set MONDAY_BOARD_ID to a board that ${user} may write to.`;

/** Runs calls of the board, and adds to its refusals what staff must do about them. */
export async function withAdvice<T>(columns: ColumnMap, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof MondayError) error.advice = refusalAdvice(error, columns);
    throw error;
  }
}
