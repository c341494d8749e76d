import { type ChangeEvent, memo } from "react";
import { fieldId } from "~/components/field";
import { allRoles, roleGroups } from "~/reference/roles";
import styles from "./role-picker.module.css";

interface RoleListProps {
  /** The name that begins the names of the row's fields. */
  at: string;
  /** The roles chosen as of the last edit. */
  roles: readonly string[];
  /** The roles to show; the others are hidden, and posted if they are ticked. */
  found: ReadonlySet<string>;
  onTick: (event: ChangeEvent<HTMLInputElement>) => void;
}

// A role's place in the catalogue numbers its field, so that roles are stored in that order.
const groups = roleGroups.map(({ name, roles }) => ({
  name,
  roles: roles.map((role) => ({ role, index: allRoles.indexOf(role) })),
}));

/** A checkbox for every role, in the groups of the catalogue. */
function RoleGroups({ at, roles, found, onTick }: RoleListProps) {
  const id = fieldId(`${at}.roles`);
  return groups.map((group) => (
    <fieldset
      key={group.name}
      hidden={!group.roles.some(({ role }) => found.has(role))}
      className={styles.group}
    >
      <legend className={styles.legend}>{group.name}</legend>
      {group.roles.map(({ role, index }) => (
        <label key={role} hidden={!found.has(role)} className={styles.role}>
          <input
            type="checkbox"
            id={`${id}-${index}`}
            name={`${at}.roles[${index}]`}
            value={role}
            defaultChecked={roles.includes(role)}
            onChange={onTick}
          />
          {role}
        </label>
      ))}
    </fieldset>
  ));
}

/** Drawn anew only when it changes: two hundred checkboxes are much for a phone at every tick. */
export const RoleList = memo(RoleGroups);
