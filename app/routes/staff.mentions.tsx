export { default, meta } from "~/features/staff/mentions/mentions-route";
export { loader } from "~/features/staff/mentions/mentions-route.server";
