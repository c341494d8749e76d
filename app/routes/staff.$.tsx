export { default } from "~/features/staff/unknown-page-route";
export { loader } from "~/features/staff/unknown-page-route.server";
