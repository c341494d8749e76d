/**
 * Every GraphQL document the product sends to the board. They are collected here so that one test
 * can hold them against the board's published schema.
 */

/** Labels are never created on the way: a typo would otherwise become a status of the label's own. */
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
 * Deletes several items in one call, of which a day has a thousand on the board's cheapest plan.
 * @returns a document whose variables and fields are `item0`, `item1` and so on.
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

export const CREATE_UPDATE = `
  mutation CreateUpdate($itemId: ID!, $body: String!) {
    create_update(item_id: $itemId, body: $body) {
      id
    }
  }
`;

export const EDIT_UPDATE = `
  mutation EditUpdate($updateId: ID!, $body: String!) {
    edit_update(id: $updateId, body: $body) {
      id
    }
  }
`;

export const ITEM_FILES = `
  query ItemFiles($itemIds: [ID!], $columnIds: [String]) {
    items(ids: $itemIds) {
      assets(assets_source: columns, column_ids: $columnIds) {
        id
        name
        file_size
      }
    }
  }
`;

export const ADD_FILE = `
  mutation AddFile($itemId: ID!, $columnId: String!, $file: File!) {
    add_file_to_column(item_id: $itemId, column_id: $columnId, file: $file) {
      id
    }
  }
`;

export const ITEM_STATUSES = `
  query ItemStatuses($itemIds: [ID!], $columnIds: [String!]) {
    items(ids: $itemIds, limit: 100) {
      id
      column_values(ids: $columnIds) {
        id
        text
        ... on StatusValue {
          label
          updated_at
        }
      }
    }
  }
`;

/** What columns of these kinds hold has no text of its own that could be written into a form. */
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

/** An id of our own makes a column found again by those who look for it by the portal's usual ids. */
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

/** All of them, by name. */
export const documents = {
  CREATE_ITEM,
  CHANGE_ITEM,
  DELETE_ITEMS: deleteItemsDocument(2),
  FIND_ITEMS,
  ITEM_UPDATES,
  CREATE_UPDATE,
  EDIT_UPDATE,
  ITEM_FILES,
  ADD_FILE,
  ITEM_STATUSES,
  ITEM_TEXTS,
  BOARD_COLUMNS,
  CREATE_COLUMN,
  CREATE_STATUS_COLUMN,
  TEST_CONNECTION,
};
