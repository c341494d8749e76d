export { default, meta } from "~/features/staff/sheets/sheets-route";
export { action, loader } from "~/features/staff/sheets/sheets-route.server";
