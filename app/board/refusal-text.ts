import { type BoardField, boardFields, type ColumnMap } from "./column-map";

/** A refusal for good, as far as a sentence about it needs it. */
export interface Refusal {
  code: string;
  message: string;
  columnId?: string;
  columnType?: string;
  /** The values that were refused, by column id. */
  sent: Readonly<Record<string, unknown>>;
}

/** Older replies call a status column by the name it had once. */
const oldTypes: Readonly<Record<string, string>> = { color: "status" };

const labelTypes = ["status", "dropdown"];

/** The label that a value sets, if it sets one. */
function labelIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("label" in value) return String(value.label);
  return "labels" in value && Array.isArray(value.labels) ? value.labels.join(", ") : undefined;
}

/** The columns a refusal may be about: the one it names, else those of the type it names. */
function suspects({ columnId, columnType, sent }: Refusal, columns: ColumnMap): BoardField[] {
  if (columnId !== undefined) return boardFields.filter((field) => columns[field].id === columnId);
  if (columnType === undefined) return [];
  const type = oldTypes[columnType] ?? columnType;
  return boardFields.filter((field) => columns[field].type === type && columns[field].id in sent);
}

const columnName = (field: BoardField, columns: ColumnMap) => `${columns[field].id} (${field})`;

function labelText(refusal: Refusal, columns: ColumnMap, fields: BoardField[]): string {
  const labels = fields.map((field) => {
    const label = labelIn(refusal.sent[columns[field].id]) ?? "";
    return `"${label}" in column ${columnName(field, columns)}`;
  });
  return `The board has no label ${labels.join(", or none ")}. Add the label to the column on the board.`;
}

/** What staff are to do about a refusal that no repetition cures. */
export function refusalAdvice(refusal: Refusal, columns: ColumnMap): string {
  const fields = suspects(refusal, columns);
  const about = fields.map((field) => columnName(field, columns)).join(" or ");
  switch (refusal.code) {
    case "InvalidColumnIdException":
      return `The board has no column ${about || (refusal.columnId ?? "of one of the ids sent")}. Add it to the board, or name another under board-columns.`;
    case "ColumnValueException":
    case "CorrectedValueException": {
      const ofLabels = fields.filter((field) => labelTypes.includes(columns[field].type));
      if (ofLabels.length > 0) return labelText(refusal, columns, ofLabels);
      return `The board refused the value of column ${about || (refusal.columnId ?? "unknown")}. Check the column's type against board-columns.`;
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

/** The same for a job that it has ended, with what the board said. */
export function refusalText(refusal: Refusal, columns: ColumnMap): string {
  const quote = refusal.message ? ` The board said: ${refusal.message}` : "";
  return `${refusalAdvice(refusal, columns)} Then run the job again.${quote}`;
}
