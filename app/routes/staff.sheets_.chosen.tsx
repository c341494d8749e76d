export { default, meta } from "~/features/staff/sheets/chosen-route";
export { action, loader } from "~/features/staff/sheets/chosen-route.server";
