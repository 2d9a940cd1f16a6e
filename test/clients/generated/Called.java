import com.google.gson.*;
import com.google.gson.reflect.TypeToken;
import java.nio.file.*;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** The same as openapi_generator.py, with the Java client (okhttp-gson) that OpenAPI Generator made. Argument: the file of cases. */
public class Called {
  public static void main(String[] arguments) throws Exception {
    JsonObject all = JsonParser.parseString(Files.readString(Path.of(arguments[0]))).getAsJsonObject();
    UUID id = UUID.fromString(all.get("id").getAsString());
    String month = all.get("month").getAsString();
    for (JsonElement each : all.getAsJsonArray("cases")) {
      JsonObject one = each.getAsJsonObject();
      JsonObject told = new JsonObject();
      try {
        ApiClient client = new ApiClient().setBasePath(one.get("url").getAsString());
        String body = one.has("body") ? one.get("body").toString() : null;
        String read;
        try {
          Object answer = call(client, one.get("operation").getAsString(), body, id, month);
          read = answer == null ? "null" : JSON.getGson().toJson(answer);
        } catch (ApiException refused) {
          if (refused.getCode() != one.get("status").getAsInt()) throw refused;
          read = ErrorAnswer.fromJson(refused.getResponseBody()).toJson();
        }
        told.add("read", JsonParser.parseString(read));
      } catch (Exception error) {
        told.addProperty("fault", error.toString());
      }
      System.out.println(told);
    }
    System.exit(0);
  }

  private static Object call(ApiClient client, String operation, String body, UUID id, String month) throws Exception {
    SearchApi search = new SearchApi(client);
    SubmitApi submit = new SubmitApi(client);
    ReconciliationApi reconcile = new ReconciliationApi(client);
    switch (operation) {
      case "search": return search.search(SearchRequest.fromJson(body), null);
      case "results": return search.results(id, null, null);
      case "campaign": return submit.campaign(id, null);
      case "submit": return submit.submit(SubmitRequest.fromJson(body), null, null);
      case "read_lead": return submit.readLead(id, null);
      case "revoke_consent": return submit.revokeConsent(id, null);
      case "lead_feed": return reconcile.leadFeed(null, null, null, null, null, null);
      case "statement": return reconcile.statement(month, null);
      case "dupe_check": return new DuplicatesApi(client).dupeCheck(DupeCheckRequest.fromJson(body), null);
      case "call_back": return new CallbacksApi(client).callBack("token", membersOf(body), null, null);
      default: throw new IllegalArgumentException(operation);
    }
  }

  private static Map<String, Object> membersOf(String body) {
    return JSON.getGson().fromJson(body, new TypeToken<Map<String, Object>>() {}.getType());
  }
}
