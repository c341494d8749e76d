export { default, meta } from "~/features/staff/sheets/template-route";
export { action, loader } from "~/features/staff/sheets/template-route.server";
