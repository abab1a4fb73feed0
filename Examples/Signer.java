import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/**
 * Signs JSON Web Tokens with one signet process that stays. Threads may share a Signer. Java 17 or newer.
 *
 * <pre>{@code
 * try (var signer = new Signer("--key", "key.pem", "--exp", "15m")) {
 *     String token = signer.sign("{\"sub\":\"alice\"}");
 * }
 * }</pre>
 */
public final class Signer implements AutoCloseable {
    public static final class SigningException extends RuntimeException {
        public final String reason;

        SigningException(String message, String reason) {
            super(message);
            this.reason = reason;
        }
    }

    /** The token, or the message as JSON spells it, and the reason. More members may follow, such as the line. */
    private static final Pattern ANSWER =
            Pattern.compile("\\{\"token\":\"([^\"]*)\"|\\{\"error\":\"((?:[^\"\\\\]|\\\\.)*)\",\"reason\":\"([^\"]*)\"");

    private final ConcurrentLinkedQueue<CompletableFuture<String>> waiting = new ConcurrentLinkedQueue<>();
    private final Process signet;
    private final Writer requests;
    private final Thread reader = new Thread(this::read);
    private boolean hasEnded;

    public Signer(String... flags) throws IOException {
        var command = new ArrayList<>(List.of("signet", "jwt", "sign", "--batch", "--json", "--keep-going"));
        command.addAll(List.of(flags));
        signet = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        requests = signet.outputWriter(StandardCharsets.UTF_8);
        reader.setDaemon(true);
        reader.start();
    }

    /** @param claims a JSON object */
    public String sign(String claims) {
        try {
            return submit(claims).join();
        } catch (CompletionException error) {
            throw (SigningException) error.getCause();
        }
    }

    /** Begins to sign. The future has the token, or a SigningException. */
    public synchronized CompletableFuture<String> submit(String claims) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(claims)) {
            throw new IllegalArgumentException("the claims contain half a surrogate pair");
        }
        if (hasEnded) throw ended();
        var future = new CompletableFuture<String>();
        waiting.add(future);
        try {
            // Between the values of JSON, a line break means no more than a blank.
            requests.write(claims.replace('\n', ' ') + "\n");
            requests.flush();
        } catch (IOException error) {
            // If signet has ended, the reader finds out.
        }
        return future;
    }

    private void read() {
        try (var answers = signet.inputReader(StandardCharsets.UTF_8)) {
            for (var line = answers.readLine(); line != null; line = answers.readLine()) {
                var answer = ANSWER.matcher(line);
                if (!answer.lookingAt()) throw new IOException("not an answer: " + line);
                var future = waiting.remove();
                if (answer.group(1) != null) future.complete(answer.group(1));
                else future.completeExceptionally(new SigningException(answer.group(2), answer.group(3)));
            }
        } catch (IOException error) {
            signet.destroy();
        }
        synchronized (this) {
            hasEnded = true;
        }
        waiting.forEach(future -> future.completeExceptionally(ended()));
    }

    private static SigningException ended() {
        return new SigningException("signet has ended", "ended");
    }

    @Override
    public void close() throws InterruptedException {
        synchronized (this) {
            try {
                requests.close();
            } catch (IOException error) {
                // signet has ended.
            }
        }
        reader.join();
        signet.waitFor();
    }
}
