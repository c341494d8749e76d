/** All GraphQL documents in one file, so that one test can validate them against the schema. */

/** Never creates labels: a typo would become a status. */
export const CREATE_ITEM = `
  mutation CreateItem($boardId: ID!, $itemName: String!, $columnValues: JSON) {
    create_item(
      board_id: $boardId
      item_name: $itemName
      column_values: $columnValues
      create_labels_if_missing: false
    ) {
      id
      name
    }
  }
`;

export const CHANGE_ITEM = `
  mutation ChangeItem($boardId: ID!, $itemId: ID!, $columnValues: JSON!) {
    change_multiple_column_values(
      board_id: $boardId
      item_id: $itemId
      column_values: $columnValues
      create_labels_if_missing: false
    ) {
      id
      name
    }
  }
`;

/**
 * Deletes several items in one call, since the cheapest plan allows a thousand calls a day.
 * @returns a document with variables and fields `item0`, `item1` and so on.
 */
export function deleteItemsDocument(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `item${index}`);
  const variables = names.map((name) => `$${name}: ID`).join(", ");
  const fields = names
    .map((name) => `${name}: delete_item(item_id: $${name}) { id }`)
    .join("\n    ");
  return `
  mutation DeleteItems(${variables}) {
    ${fields}
  }
`;
}

export const FIND_ITEMS = `
  query FindItems($boardId: ID!, $columnId: String!, $values: [String]!) {
    items_page_by_column_values(
      board_id: $boardId
      limit: 10
      columns: [{ column_id: $columnId, column_values: $values }]
    ) {
      items {
        id
      }
    }
  }
`;

export const ITEM_UPDATES = `
  query ItemUpdates($itemIds: [ID!]) {
    items(ids: $itemIds) {
      updates(limit: 100) {
        id
        text_body
      }
    }
  }
`;

/**
 * Writes columns and updates of one item in one call, since the cheapest plan allows a thousand calls
 * a day.
 * @returns a document with fields `columns`, `update0`, `update1` and so on.
 */
export function writeItemDocument(hasColumns: boolean, updates: readonly ("create" | "edit")[]) {
  const isNeeded = hasColumns || updates.includes("create");
  const variables = [
    ...(isNeeded ? ["$itemId: ID!"] : []),
    ...(hasColumns ? ["$boardId: ID!", "$columnValues: JSON!"] : []),
    ...updates.map((_, n) => `$body${n}: String!`),
    ...updates.flatMap((kind, n) => (kind === "edit" ? [`$updateId${n}: ID!`] : [])),
  ].join(", ");
  const columns = `columns: change_multiple_column_values(board_id: $boardId, item_id: $itemId,
      column_values: $columnValues, create_labels_if_missing: false) { id }`;
  const fields = [
    ...(hasColumns ? [columns] : []),
    ...updates.map((kind, n) =>
      kind === "edit"
        ? `update${n}: edit_update(id: $updateId${n}, body: $body${n}) { id }`
        : `update${n}: create_update(item_id: $itemId, body: $body${n}) { id }`,
    ),
  ].join("\n    ");
  return `
  mutation WriteItem(${variables}) {
    ${fields}
  }
`;
}

/** The files of some columns of an item, in fields `column0`, `column1` and so on. */
export function itemFilesDocument(count: number): string {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const variables = numbers.map((n) => `, $columnId${n}: String`).join("");
  const fields = numbers
    .map(
      (n) => `column${n}: assets(assets_source: columns, column_ids: [$columnId${n}]) {
        id
        name
        file_size
      }`,
    )
    .join("\n      ");
  return `
  query ItemFiles($itemIds: [ID!]${variables}) {
    items(ids: $itemIds) {
      ${fields}
    }
  }
`;
}

export const ADD_FILE = `
  mutation AddFile($itemId: ID!, $columnId: String!, $file: File!) {
    add_file_to_column(item_id: $itemId, column_id: $columnId, file: $file) {
      id
    }
  }
`;

/** The fields of an item by which its status is read. */
const STATUS_FIELDS = `
      id
      column_values(ids: $columnIds) {
        id
        text
        ... on StatusValue {
          label
          updated_at
        }
      }`;

export const ITEM_STATUSES = `
  query ItemStatuses($itemIds: [ID!], $columnIds: [String!]) {
    items(ids: $itemIds, limit: 100) {${STATUS_FIELDS}
    }
  }
`;

const CHANGED_FIELDS = `
      cursor
      items {
        updated_at${STATUS_FIELDS}
      }`;

/** `__last_updated__` sorts by when anything of an item last changed. */
export const CHANGED_ITEMS = `
  query ChangedItems($boardIds: [ID!], $columnIds: [String!], $limit: Int!) {
    boards(ids: $boardIds) {
      items_page(
        limit: $limit
        query_params: { order_by: [{ column_id: "__last_updated__", direction: desc }] }
      ) {${CHANGED_FIELDS}
      }
    }
  }
`;

export const NEXT_CHANGED_ITEMS = `
  query NextChangedItems($cursor: String!, $columnIds: [String!], $limit: Int!) {
    next_items_page(cursor: $cursor, limit: $limit) {${CHANGED_FIELDS}
    }
  }
`;

/** These column types have no text value that could be used in a form. */
export const ITEM_TEXTS = `
  query ItemTexts($itemIds: [ID!], $columnIds: [String!]) {
    items(ids: $itemIds) {
      name
      board {
        id
      }
      column_values(ids: $columnIds) {
        id
        text
        ... on LinkValue {
          url
        }
        ... on EmailValue {
          email
        }
        ... on CountryValue {
          country {
            name
          }
        }
      }
    }
  }
`;

export const BOARD_COLUMNS = `
  query BoardColumns($boardIds: [ID!]) {
    boards(ids: $boardIds) {
      id
      name
      columns {
        id
        title
        type
        settings
      }
    }
  }
`;

/** Our own id lets a column be found by the default id. */
export const CREATE_COLUMN = `
  mutation CreateColumn($boardId: ID!, $id: String, $title: String!, $type: ColumnType!) {
    create_column(board_id: $boardId, id: $id, title: $title, column_type: $type) {
      id
      title
      type
    }
  }
`;

export const CREATE_STATUS_COLUMN = `
  mutation CreateStatusColumn(
    $boardId: ID!
    $id: String
    $title: String!
    $defaults: CreateStatusColumnSettingsInput
  ) {
    create_status_column(board_id: $boardId, id: $id, title: $title, defaults: $defaults) {
      id
      title
      type
    }
  }
`;

export const TEST_CONNECTION = `
  query TestConnection {
    me {
      id
      name
      account {
        name
      }
    }
    version {
      value
    }
  }
`;

/** All that the check of the board asks, in one call. */
export const CHECK_BOARD = `
  query CheckBoard($boardIds: [ID!]) {
    me {
      name
    }
    version {
      value
    }
    boards(ids: $boardIds) {
      name
      columns {
        id
      }
    }
  }
`;

export const documents = {
  CREATE_ITEM,
  CHANGE_ITEM,
  DELETE_ITEMS: deleteItemsDocument(2),
  FIND_ITEMS,
  ITEM_UPDATES,
  WRITE_ITEM: writeItemDocument(true, ["create", "edit"]),
  EDIT_UPDATE: writeItemDocument(false, ["edit"]),
  ITEM_FILES: itemFilesDocument(2),
  ADD_FILE,
  ITEM_STATUSES,
  CHANGED_ITEMS,
  NEXT_CHANGED_ITEMS,
  ITEM_TEXTS,
  BOARD_COLUMNS,
  CREATE_COLUMN,
  CREATE_STATUS_COLUMN,
  TEST_CONNECTION,
  CHECK_BOARD,
};
