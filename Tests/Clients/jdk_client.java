import java.io.FileInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The JDK's own HTTP client, on one connection. Run as `java jdk_client.java`, from Java 11 on. */
class JDKClient {
  static final String PAYLOAD = "{\"aps\":{\"alert\":\"Boarding starts\"}}";
  static final Pattern REASON = Pattern.compile("\"reason\":\"(\\w+)\"");

  static String variable(String name) {
    return System.getenv(name);
  }

  static HttpClient client() throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var pem = new FileInputStream(variable("MOCK_APNS_CA_FILE"))) {
      for (var authority : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("ca-" + store.size(), authority);
      }
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).sslContext(tls).build();
  }

  static PrivateKey key() throws Exception {
    var pem = Files.readString(Path.of(variable("MOCK_APNS_KEY_FILE")));
    var der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A provider token whose signature is in DER form, as Java signs and Pushy sends it, or raw as RFC 7518 asks. */
  static String providerToken(boolean isDER) throws Exception {
    var header = "{\"alg\":\"ES256\",\"kid\":\"" + variable("MOCK_APNS_KEY_ID") + "\"}";
    var claims =
        "{\"iss\":\"" + variable("MOCK_APNS_TEAM_ID") + "\",\"iat\":" + Instant.now().getEpochSecond() + "}";
    var text = base64(header.getBytes()) + "." + base64(claims.getBytes());
    var signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(key());
    signer.update(text.getBytes());
    var signature = signer.sign();
    return text + "." + base64(isDER ? signature : raw(signature));
  }

  /** The two integers of a DER signature, each right-aligned in 32 bytes. */
  static byte[] raw(byte[] der) {
    var raw = new byte[64];
    var start = 4;
    for (var end = 32; end <= 64; end += 32) {
      int length = der[start - 1];
      int kept = Math.min(length, 32);
      System.arraycopy(der, start + length - kept, raw, end - kept, kept);
      start += length + 2;
    }
    return raw;
  }

  static HttpRequest.Builder request() {
    var url = variable("MOCK_APNS_PUSH_URL") + "/3/device/" + variable("DEVICE_TOKEN");
    return HttpRequest.newBuilder(URI.create(url))
        .header("apns-topic", variable("TOPIC"))
        .header("apns-push-type", "alert")
        .POST(BodyPublishers.ofString(PAYLOAD));
  }

  static HttpRequest.Builder request(String token) {
    return request().header("authorization", "bearer " + token);
  }

  static void report(String push, HttpResponse<String> answer) {
    var found = REASON.matcher(answer.body());
    var reason = found.find() ? "\"" + found.group(1) + "\"" : "null";
    var id = answer.headers().firstValue("apns-id").orElseThrow();
    System.out.printf(
        "{\"push\":\"%s\",\"status\":%d,\"reason\":%s,\"apnsId\":\"%s\"}%n", push, answer.statusCode(), reason, id);
  }

  static CompletableFuture<Void> push(HttpClient client, String name, HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString()).thenAccept(answer -> report(name, answer));
  }

  public static void main(String[] arguments) throws Exception {
    var client = client();
    var token = providerToken(false);
    push(client, "der-signature", request(providerToken(true))).join();
    push(client, "accepted", request(token)).join();
    push(client, "no-provider-token", request()).join();
    push(client, "collapse-id-too-long", request(token).header("apns-collapse-id", "c".repeat(65))).join();
    push(client, "empty-body", request(token).POST(BodyPublishers.noBody())).join();
    Stream.generate(() -> push(client, "concurrent", request(token)))
        .limit(20)
        .collect(Collectors.toList())
        .forEach(CompletableFuture::join);
  }
}
