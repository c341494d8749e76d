import { expect, test } from "vitest";
import { allRoles, findRoles, isRole, roleGroups } from "./roles";

test.each(roleGroups)("$name offers 6 to 40 roles in alphabetical order", ({ roles }) => {
  expect(roles.length).toBeGreaterThanOrEqual(6);
  expect(roles.length).toBeLessThanOrEqual(40);
  expect(roles).toEqual([...roles].sort((a, b) => a.localeCompare(b, "en")));
});

test("a role stands in one group only, whatever its case", () => {
  const foldedRoles = allRoles.map((role) => role.toLowerCase());
  expect(foldedRoles.filter((role, index) => foldedRoles.indexOf(role) !== index)).toEqual([]);
});

test("all roles are those of the groups, in display order", () => {
  expect(allRoles.slice(0, 2)).toEqual(roleGroups[0]?.roles.slice(0, 2));
  expect(allRoles.at(-1)).toBe(roleGroups.at(-1)?.roles.at(-1));
  expect(allRoles).toHaveLength(roleGroups.reduce((sum, { roles }) => sum + roles.length, 0));
});

test("no name is empty, holds a stray space or swallowed a separator", () => {
  const names = [...roleGroups.map(({ name }) => name), ...allRoles];
  expect(names.filter((name) => !/^[^\s,:]+( [^\s,:]+)*$/u.test(name))).toEqual([]);
});

test("every role of the catalogue is accepted", () => {
  expect(allRoles.filter((role) => !isRole(role))).toEqual([]);
});

test.each(["", "drums", " Drums", "Brass", "Drums, Vocals", "constructor", "__proto__"])(
  "%j is no role",
  (name) => {
    expect(isRole(name)).toBe(false);
  },
);

test.each([
  ["cajon", ["Cajón"]],
  ["GÜIRO", ["Güiro"]],
  ["cutting engineer", ["Lacquer Cutting Engineer"]],
  ["  engineer,  mix ", ["Immersive Mix Engineer", "Mix Engineer"]],
  ["a&r", ["A&R"]],
  ["wizard", []],
])("typing %j finds %j", (text, roles) => {
  expect(findRoles(text)).toEqual(roles);
});

test("a group is found by its name, and nothing typed finds every role", () => {
  const brass = roleGroups.find(({ name }) => name === "Brass")?.roles ?? [];
  expect(findRoles("brass")).toEqual(brass);
  expect(findRoles("  ")).toEqual(allRoles);
});
